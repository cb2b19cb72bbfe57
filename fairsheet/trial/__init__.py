"""The program tried in simulation: templates, the demo, games of bots as files."""
