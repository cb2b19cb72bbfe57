"""Apply answers and corrections to records, and find changes by hand.

Others use: answers, corrections, hand_changes.
"""
