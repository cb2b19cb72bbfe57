"""Write the results of a batch: documents, tables, pages and the league.

Other packages use: charts, html_pages, league, leftovers, look_first, outputs, parquet, player_pages,
spreadsheets, writing.
"""
