"""The pages for a table: started, called, photographed, asked about, judged and scored from phones in one network.

Others use: event_answers, event_log, games, guard, shared_seed, standing, tables, workers.
"""
