"""Ways to falsify a sheet, and what can be said of a falsified one without the proof."""
