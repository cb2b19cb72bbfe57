"""Ctrl-C while the solver searches."""

from __future__ import annotations

import signal
import threading
from itertools import combinations

import pytest

from engine.proof.solve import _solve

HOLES = 13  # with one pigeon more than holes no search comes to an end


def test_an_interrupt_stops_the_solver_and_is_not_lost() -> None:
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    sits = [[model.new_bool_var("") for _ in range(HOLES)] for _ in range(HOLES + 1)]
    for pigeon in sits:
        model.add_bool_or(pigeon)
    for one, other in combinations(sits, 2):
        for hole in range(HOLES):
            model.add_bool_or([one[hole].negated(), other[hole].negated()])
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.symmetry_level = 0
    solver.parameters.cp_model_presolve = False
    solver.parameters.linearization_level = 0
    solver.parameters.max_time_in_seconds = 300
    interrupt = threading.Timer(0.5, signal.raise_signal, [signal.SIGINT])
    interrupt.start()
    with pytest.raises(KeyboardInterrupt):
        _solve(solver, model)
