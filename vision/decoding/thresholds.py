"""Every prior and limit of decoding, with the reason or the figure that chose it.

The weights of a broken rule and of an odd sheet (`AGAINST_RULES`, `ODD`) are in `readings.rule_hints`.
"""

from __future__ import annotations

# --- doubts: when a person should look ---------------------------------------------------------------------

SURE = 0.98  # posterior below which a field is in doubt: the chance of an error is above 2 %
DOUBTFUL = 1 - SURE
CLEAR = 0.25  # probability of the chosen mark by ink; below it the rules decided, and a person should look
CLEARLY_BLANK = 0.98  # probability of no ink by ink; the order of numbers must not hide a smudged number
SHOWN = 4  # candidates listed with a doubt
NOTABLE = 0.005  # least probability of a candidate that is listed
LEAST_NOTABLE = 1e-4  # the same of the likeliest rival
SHARPER = {"icon": 1.4}
"""Kind of field -> exponent of its posterior, where marks are surer than they seem; fitted on whole sheets."""

# --- questions: which doubts matter ------------------------------------------------------------------------

HELD = 0.999  # probability of the readings of a sheet that have to agree on the outcome
CLEARLY_OVER = (
    0.92  # posterior from which an overwritten mark is asked about like any other; misread ones had ≤ 0.9
)
# prior of this particular broken rule, if the mark looks like a lawful one. The scanner asks if the ink says 20
# to 1 against the rules, as with a posterior of `SURE`.
THIS_RULE = 0.05

# --- several photos of a sheet -----------------------------------------------------------------------------

# two views show different marks if no mark reaches this likelihood in both, relative to the likeliest of
# each; all of 80 marks changed between two photos are below 0.004
EXCLUDES = 0.01
SHOWS = 0.5  # least probability of the mark that a view shows; a smudge with three rivals shows none
# share of unclear fields that spoils a photo. Hard photos are below 0.03, and still sure of most marks;
# above, the models are sure of marks that do not exist.
SPOILT = 0.05
LATER = 2 / 3  # share of the later mark if two photos differ: it is chosen, and you are asked
LEAST_UNCLEAR = 1e-4  # of a view: smaller differences mean nothing, because the models saturate

# --- signs -------------------------------------------------------------------------------------------------

ODD_SIGN = 1e-3  # least likelihood of a sign that neither player draws: a slip, or a bad misreading
CLEAR_SIGN = 0.9995  # a sign this sure by its ink stays unchanged: the rules judge it
THIRD_SIGN = 0.05  # weight of a sign that is not in use; the rules weigh it once more

# --- order and contradictions ------------------------------------------------------------------------------

AGAINST_ORDER = 5e-3  # prior of a number that does not ascend: players do slip
WEAK = 0.9995  # posterior below which a mark may be changed to remove a contradiction
MOST_RIVALS = 8  # number of least sure fields that are tried in pairs
MOST_CHECKS = 150  # checks of the rules for one sheet: limits the time for a sheet full of contradictions

# --- hypotheses of the whole sheet -------------------------------------------------------------------------

LEAST_RIVAL = 1e-4  # least weight of a hypothesis by ink, relative to the one that it changes
LEAST_JOINT = 1e-3  # the same relative to the likeliest lawful one, while marks are chosen
MOST_STEPS = 20_000  # steps of the search for the hypotheses of one zone; one takes about 0.01 ms
MOST_SHEETS = 8000  # hypotheses of one sheet that are checked against the rules; one takes about 0.1 ms
LEAST_BROKEN = 0.01  # least weight by ink of a rule-breaking hypothesis, which counts a thousandth
# The likeliest hypothesis is proved if the second likeliest has at least this relative weight. Of 319 proofs
# on 624 photos 9 failed, all at weights of 0.1 or more.
LEAST_PROVED = 0.1
MOST_SLIPS = 2  # counted for one rule-breaking hypothesis
MOST_PROOFS = 2  # proofs of lawful readings: 8 took a third longer and spared one question on 808 sheets

# --- sums --------------------------------------------------------------------------------------------------

AGAINST_SUM = 0.004  # prior of a number in a box that is one off its formula's value
# posterior for or against no ink in a box from which it shows whether this player leaves boxes blank
SHOWS_HABIT = 0.98
SEEMS_BLANK = 0.5  # probability of no ink by ink, below which a box is not blank
