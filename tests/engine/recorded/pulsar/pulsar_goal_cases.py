"""Cases for the goals of Pulsar 2849, just met and just unmet: how they are fulfilled, and what they bring."""

from __future__ import annotations

from fairsheet.sheets.model.marks import Mark
from tests.engine.by_hand import crossed
from tests.engine.recorded.case_tables import cases, names
from tests.engine.recorded.checking import Case
from tests.engine.recorded.pulsar import pulsar_tables

ONLINE = crossed("tx.online-3", "tx.online-4")
SPINNING: dict[str, Mark] = dict.fromkeys(
    ("claim-1.size-small", "claim-2.size-small", "claim-3.size-large"), "circled+crossed"
)

CASES: list[Case] = cases(
    names(globals(), pulsar_tables),
    """
goals error three | | 1: tech.t3a=-
goals error three | 1: tech.t3a=- tech.t7b=x | 1: tech.t3a,tech.t4a=-
goals error three | 1: goal-1.bonus-2=x end.paid=5 | 1: goal-1.bonus-1=- goal-1.bonus-2=x
goals error three | 1: goal-1.bonus-1,goal-1.done=- | 1: goal-1.done=-
goals error three | | 2: station.s15=-
goals error three | 2: station.s15,goal-2.done=- | 2: station.s15=- station.extra=3
goals error three | | 2: run.p3a=-
goals error three | 2: hq.p1c=x log: goal(3,11) | 2: hq.p1c=- log: goal(3,11)
goals error three | 2: run.p3a=- SPINNING claim-3.taken=x log: goal(3,1) | 2: run.p3a=- log: goal(3,1)
goals error three | 2: run.p3a=- SPINNING claim-3.taken=x log: goal(3,3) | 2: run.p3a=- log: goal(3,3)
goals error three | 2: run.p3a=- SPINNING claim-3.taken=x log: goal(3,4) | 2: run.p3a=- log: goal(3,4)
goals error three | 2: SPINNING claim-3.size-large=- claim-3.size-small=ox claim-3.taken=x log: goal(3,2)
    | 2: SPINNING claim-3.taken=x log: goal(3,2)
goals error three | 2: ONLINE tx.online-1=x log: goal(3,5) | 2: ONLINE log: goal(3,5)
goals error three | 2: ONLINE tx.online-1,tx.online-2=x log: goal(3,6) | 2: ONLINE tx.online-1=x log: goal(3,6)
goals error three | 1: tech.t1a=x log: goal(1,10) | log: goal(1,10)
goals error three | 2: station.s15,station.s14=- log: goal(2,7)
    | 2: station.s15,station.s14,station.s13=- log: goal(2,7)
# A gyrodyne counts for one goal: two small ones, a medium and a large one meet both goals, but three do not.
goals error three | 1: goal-3.done,claim-5.taken=x claim-4.size-small=ox 2: goal-3.done=- log: goal(1,1) goal(3,3) |
    1: goal-3.done=x 2: goal-3.done=- log: goal(1,1) goal(3,3)
final-goals error three | | 1: final.goals=13
final-goals error three | log: goal-1.gain-1,goal-1.tile=- | 2: final.goals=8
""",
)
