"""Drawing: a canvas in millimetres, paths, colours, fonts and the icons."""
