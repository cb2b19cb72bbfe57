"""Every prior and bound of decoding, with the reason or the figure that chose it.

What a broken rule and an odd sheet weigh (`AGAINST_RULES`, `ODD`) stands with the hints, in `readings.rule_hints`.
"""

from __future__ import annotations

# --- doubts: when a person should look ---------------------------------------------------------------------

SURE = 0.98  # posterior below which a field is in doubt: a question is asked where the chance of an error is above 2 %
DOUBTFUL = 1 - SURE
CLEAR = 0.25  # ink alone for the chosen mark; below it the rules have decided, and a person should look
CLEARLY_BLANK = 0.98  # ink alone for no ink; the order of numbers must not talk a smudged one away
SHOWN = 4  # candidates listed with a doubt
NOTABLE = 0.005  # least probability of a candidate that is listed
LEAST_NOTABLE = 1e-4  # the same of the likeliest rival
SHARPER = {"icon": 1.4}
"""Kind of field -> exponent of its posterior, where marks are surer than they seem; fitted on whole sheets."""

# --- questions: which doubts matter ------------------------------------------------------------------------

HELD = 0.999  # probability of the readings of a sheet that have to agree on what follows from it
CLEARLY_OVER = (
    0.92  # posterior from which an overwritten mark is asked about like any other; misread ones had ≤ 0.9
)
THIS_RULE = 0.05  # of a broken rule it is this one, at a mark that looks like one that breaks none: ink that says 20 to
# 1 against the rules is asked about, as with a posterior of `SURE`

# --- several photos of a sheet -----------------------------------------------------------------------------

# how likely one mark is in two views of a field, against the likeliest of each: below, they show different marks; of
# 80 marks that were changed between two photos all are below 0.004
EXCLUDES = 0.01
SHOWS = 0.5  # what a view says at least of the mark that it shows; a smudge with three rivals shows none
SPOILT = 0.05  # share of the fields of a photo that it leaves unclear: hard photos are below 0.03, and still sure of
# most marks; above, the models are sure of marks that are not there
LATER = 2 / 3  # share of the mark that the later of two photos shows, if they differ: it is chosen, and asked
LEAST_UNCLEAR = 1e-4  # of a view: how clear it is tells nothing below that, for the models saturate

# --- signs -------------------------------------------------------------------------------------------------

ODD_SIGN = 1e-3  # how likely, at least, a sign is that neither of the two draws: a slip, or a bad misreading
CLEAR_SIGN = 0.9995  # one that is so sure by its ink is left as it is: the rules judge it
THIRD_SIGN = 0.05  # weight of a sign that is not in use; the rules weigh it once more

# --- order and contradictions ------------------------------------------------------------------------------

AGAINST_ORDER = 5e-3  # prior of a number that does not ascend: players do slip
WEAK = 0.9995  # posterior below which a field may be read otherwise, to lift a contradiction
MOST_RIVALS = 8  # fields of which pairs are tried otherwise, the least sure
MOST_CHECKS = 150  # of the rules for one sheet: bounds the time spent on a sheet full of contradictions

# --- hypotheses of the whole sheet -------------------------------------------------------------------------

LEAST_RIVAL = 1e-4  # what the ink must say for a hypothesis, against the one that it is a change of
LEAST_JOINT = 1e-3  # the same against the likeliest that the rules allow, while marks are chosen
MOST_STEPS = 20_000  # of the search for the hypotheses of one zone; one takes about 0.01 ms
MOST_SHEETS = 8000  # hypotheses of one sheet that are held against the rules; one takes about 0.1 ms
LEAST_BROKEN = 0.01  # what the ink must say for one that breaks the rules: it counts a thousandth
# weight of the second likeliest hypothesis, against the likeliest, from which that one is put to the proof; of 319
# proofs on 624 photos 9 failed, and none where the weight was below 0.1
LEAST_PROVED = 0.1
MOST_SLIPS = 2  # counted against one that breaks the rules
MOST_PROOFS = 2  # of those that follow the rules: 8 took a third longer and spared one question on 808 sheets

# --- sums --------------------------------------------------------------------------------------------------

AGAINST_SUM = 0.004  # prior of a number in a box that is one more, or one less, than its formula gives
# posterior for or against no ink in a box that shows whether this player leaves boxes blank
SHOWS_HABIT = 0.98
SEEMS_BLANK = 0.5  # ink alone for no ink, below which a box is not blank
