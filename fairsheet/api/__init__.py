"""The functions of the library that `import fairsheet` offers.

Other packages use: analysing, batching, designing, judged, playing, public, record_tools,
reporting, scanning.
"""
