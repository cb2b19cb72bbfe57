"""Ways to tamper with a sheet, and facts about tampered sheets that need no proof."""
