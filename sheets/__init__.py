"""What is printed: the layout language, placement in millimetres, drawing, fiducials and label."""
