"""Games that are played with their own box and recorded on our sheets: one package each; shared code is in
`base`.

Other packages use: blank_pages, recorded_tables, registry, sums.
"""
