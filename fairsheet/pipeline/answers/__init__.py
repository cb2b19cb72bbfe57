"""Apply answers and corrections to records, and find changes by hand.

Other packages use: answers, corrections, hand_changes.
"""
