"""Batches: many photos and records of many tables to one answer per table.

The way of data: `find` files → `tasks` read them in workers (`executor`) → `store` keeps what was read → `tables` puts
sheets together → `tasks` prove and score each table → `outputs` and `pages` are derived from all that.
"""
