"""Drawing: a canvas in millimetres, paths, colours, fonts and the icons.

Other packages use: canvas, curves, icon_chart, icon_paths, icons, palette, svg_canvas, svg_file, svg_path, typeface.
"""
