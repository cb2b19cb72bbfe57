"""What is printed: the layout language, placement in millimetres, drawing to PDF, page markers and label."""
