"""What a batch writes: documents, tables, pages, the league.

Others use: batch_state, html_pages, league, leftovers, look_first, outputs, parquet, spreadsheets, writing.
"""
