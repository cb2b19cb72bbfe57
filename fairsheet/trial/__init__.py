"""Try the program in simulation: the demo, trials of templates, and files of bots' games.

Other packages use: balance_page, bot_files, contact_sheet, demonstration, photographed, preview_server,
template_findings, trying.
"""
