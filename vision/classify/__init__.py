"""From the ink of a field to scores of classes, adapted to the hand of the sheet.

Others use: adaptation, classifier, crops, patches, places, rule_adaptation.
"""
