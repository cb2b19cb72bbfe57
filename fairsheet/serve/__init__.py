"""The pages for a table: started, called, photographed, asked about, judged and scored from phones in one network.

Others use: events, games, guard, saying, shared_seed, standing, tables, workers.
"""
