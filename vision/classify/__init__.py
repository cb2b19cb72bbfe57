"""From the ink of a field to scores of classes, adapted to the hand of the sheet.

Others use: adaptation, areas, classifier, crops, patches, rule_adaptation.
"""
