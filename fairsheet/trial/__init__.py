"""The program tried in simulation: templates, the demo, games of bots as files.

Others use: bot_files, contact_sheet, demonstration, preview_server, trying.
"""
