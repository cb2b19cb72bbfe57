"""Serve web pages on which players start a table, call its turns, send photos, answer questions and see the result.

Other packages use: event_answers, event_log, games, guard, links, overview, practice, shared_seed, tables, workers.
"""
