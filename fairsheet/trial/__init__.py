"""The program tried in simulation: templates, the demo, games of bots as files.

Others use: bot_files, contact_sheet, demonstration, photographed, preview_server, template_findings, trying.
"""
