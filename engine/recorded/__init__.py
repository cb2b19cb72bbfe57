"""Games that are played with their own box and recorded on our sheets: a package each, and what they share in
`base`.

Others use: blank_pages, recorded_tables, registry, sums.
"""
