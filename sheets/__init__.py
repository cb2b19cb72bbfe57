"""Printed sheets: the layout language, placement in millimetres, drawing to PDF, page markers and label."""
