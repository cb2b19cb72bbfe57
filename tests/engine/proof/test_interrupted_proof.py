"""Ctrl-C while the solver searches."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from itertools import combinations

import pytest

from fairsheet.engine.solver.cp_sat import Search, documented_search, helper_search, new_program
from fairsheet.engine.solver.solve import _response

HOLES = 13  # with one pigeon more than holes no search ends


@pytest.mark.parametrize("kind", [helper_search, documented_search])
def test_interrupt_stops_the_solver_and_is_not_lost(kind: Callable[[], Search]) -> None:
    program = new_program()
    sits = [[pigeon * HOLES + hole for hole in range(HOLES)] for pigeon in range(HOLES + 1)]
    for _ in range(HOLES * (HOLES + 1)):
        program.variables.add().domain.extend((0, 1))
    for pigeon in sits:
        program.constraints.add().bool_or.literals.extend(pigeon)
    for one, other in combinations(sits, 2):
        for hole in range(HOLES):
            program.constraints.add().bool_or.literals.extend([-one[hole] - 1, -other[hole] - 1])
    search = kind()
    search.parameters.num_workers = 1
    search.parameters.symmetry_level = 0
    search.parameters.cp_model_presolve = False
    search.parameters.linearization_level = 0
    search.parameters.max_time_in_seconds = 300
    interrupt = threading.Timer(0.5, signal.raise_signal, [signal.SIGINT])
    interrupt.start()
    with pytest.raises(KeyboardInterrupt):
        _response(search, program)
