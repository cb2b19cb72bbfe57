"""OR-tools' solver CP-SAT, by the part of OR-tools that loads fast.

The documented module, `ortools.sat.python.cp_model`, loads pandas, which takes longer than most proofs. What it is
built on, `cp_model_helper`, has the solver itself and loads nothing else, but no page promises that it stays. Where a
release of OR-tools has it no more, the documented module is taken, and `tests/engine/solver/test_cp_sat.py` fails.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple


class Search(NamedTuple):
    """One search: `parameters` (OR-tools' `SatParameters`) are set before `run` searches for values of a program
    (`CpModelProto`) and returns OR-tools' `CpSolverResponse`; `stop` ends it, from another thread, once it has begun.
    """

    parameters: Any
    run: Callable[[Any], Any]
    stop: Callable[[], None]


def helper_search() -> Search:
    """A search by `cp_model_helper`."""
    from ortools.sat.python import cp_model_helper

    solver: Any = cp_model_helper.SolveWrapper()
    parameters = _own_parameters(cp_model_helper.SatParameters())

    def run(program: Any) -> Any:
        solver.set_parameters(parameters)
        return solver.solve(program)

    return Search(parameters, run, solver.stop_search)


def documented_search() -> Search:
    """A search by `cp_model`."""
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()

    def run(program: Any) -> Any:
        solver.solve(cp_model.CpModel(program))
        return solver.response_proto

    return Search(_own_parameters(solver.parameters), run, solver.stop_search)


def _own_parameters(parameters: Any) -> Any:
    """Without CP-SAT's own way with Ctrl-C: it would give up the question, let the program go on with the next, and
    leave the process without Python's handler."""
    parameters.catch_sigint_signal = False
    return parameters


def new_program() -> Any:
    """An empty program (`CpModelProto`). Its variables are counted from 0, the opposite of literal n is -n - 1."""
    if has_helper():
        from ortools.sat.python import cp_model_helper

        return cp_model_helper.CpModelProto()
    from ortools.sat.python import cp_model

    return cp_model.CpModel().proto


def new_search() -> Search:
    """A search that is yet to be run."""
    return helper_search() if has_helper() else documented_search()


def has_helper() -> bool:
    """Whether the fast module is there, with what is used of it."""
    try:
        from ortools.sat.python import cp_model_helper
    except ImportError:
        return False
    return all(hasattr(cp_model_helper, name) for name in ("CpModelProto", "SatParameters", "SolveWrapper"))
