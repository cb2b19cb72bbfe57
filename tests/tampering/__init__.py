"""Ways to tamper with a sheet, and what can be said of a tampered one without the proof."""
