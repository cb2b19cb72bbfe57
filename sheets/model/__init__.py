"""Values of a placed sheet in millimetres: pages, fields, shapes, marks, and the facts that the rules read.

Other packages use: columns, drawn_print, drawn_shapes, geometry, marks, named, neighbours, page_geometry, remembered,
scaled, segments, sheet, sides.
"""
