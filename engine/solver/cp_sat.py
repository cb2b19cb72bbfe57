"""OR-tools' solver CP-SAT, through a module of OR-tools that loads fast.

The documented module, `ortools.sat.python.cp_model`, loads pandas, which takes longer than most proofs. It is built on
`cp_model_helper`, which has the solver itself and loads nothing else, but is not documented. If a release of OR-tools
does not have it, the documented module is used, and `tests/engine/solver/test_cp_sat.py` fails.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple


class Search(NamedTuple):
    """One search: set OR-tools' `parameters` (`SatParameters`) before you call `run`.

    `run` searches for values of a program (`CpModelProto`) and returns OR-tools' `CpSolverResponse`. `stop` ends a
    search that has begun, from another thread.
    """

    parameters: Any
    run: Callable[[Any], Any]
    stop: Callable[[], None]


def helper_search() -> Search:
    """Return a search by `cp_model_helper`."""
    from ortools.sat.python import cp_model_helper

    solver: Any = cp_model_helper.SolveWrapper()
    parameters = _without_signal_handler(cp_model_helper.SatParameters())

    def run(program: Any) -> Any:
        solver.set_parameters(parameters)
        return solver.solve(program)

    return Search(parameters, run, solver.stop_search)


def documented_search() -> Search:
    """Return a search by `cp_model`."""
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()

    def run(program: Any) -> Any:
        solver.solve(cp_model.CpModel(program))
        return solver.response_proto

    return Search(_without_signal_handler(solver.parameters), run, solver.stop_search)


def _without_signal_handler(parameters: Any) -> Any:
    """Switch off CP-SAT's own handling of Ctrl-C.

    It would give up only the current question, let the program continue, and leave the process without Python's
    handler.
    """
    parameters.catch_sigint_signal = False
    return parameters


def new_program() -> Any:
    """Return an empty program (`CpModelProto`).

    Its variables are counted from 0; the opposite of literal n is -n - 1.
    """
    if has_helper():
        from ortools.sat.python import cp_model_helper

        return cp_model_helper.CpModelProto()
    from ortools.sat.python import cp_model

    return cp_model.CpModel().proto


def new_search() -> Search:
    """Return a search that has not run yet."""
    return helper_search() if has_helper() else documented_search()


def has_helper() -> bool:
    """Return whether the fast module exists and has the names that are needed."""
    try:
        from ortools.sat.python import cp_model_helper
    except ImportError:
        return False
    return all(hasattr(cp_model_helper, name) for name in ("CpModelProto", "SatParameters", "SolveWrapper"))
