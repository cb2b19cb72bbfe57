"""Classifying: from the ink of a field to scores of classes, adapted to the writer of the sheet.

Other packages use: adaptation, areas, crops, mark_reader, patches, rule_adaptation, runtime.
"""
