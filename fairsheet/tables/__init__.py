"""From what was read to tables: several photos of one sheet, sheets of one table, and certainty."""
