"""OR-tools' solver CP-SAT, by the part of OR-tools that loads fast.

The documented module, `ortools.sat.python.cp_model`, loads pandas, which takes longer than most proofs. What it is
built on, `cp_model_helper`, has the solver itself and loads nothing else, but no page promises that it stays. Where a
release of OR-tools has it no more, the documented module is taken, and `tests/engine/solver/test_cp_sat.py` fails.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Protocol


class Search(Protocol):
    """One search; `parameters` are set before it is run (OR-tools' `SatParameters`).

    CP-SAT's own way with Ctrl-C is switched off: it would give up the question, let the program go on with the next,
    and leave the process without Python's handler.
    """

    parameters: Any

    def run(self, program: Any) -> Any:
        """Search for values of a program (`CpModelProto`). Returns OR-tools' `CpSolverResponse`."""

    def stop(self) -> None:
        """End the search, from another thread; one that has not begun does not listen."""


class HelperSearch:
    """A search by `cp_model_helper`."""

    def __init__(self) -> None:
        from ortools.sat.python import cp_model_helper

        self.parameters: Any = cp_model_helper.SatParameters()
        self.parameters.catch_sigint_signal = False
        self._solver: Any = cp_model_helper.SolveWrapper()

    def run(self, program: Any) -> Any:
        """See `Search`."""
        self._solver.set_parameters(self.parameters)
        return self._solver.solve(program)

    def stop(self) -> None:
        """See `Search`."""
        self._solver.stop_search()


class DocumentedSearch:
    """A search by `cp_model`."""

    def __init__(self) -> None:
        from ortools.sat.python import cp_model

        self._cp_model: Any = cp_model
        self._solver = cp_model.CpSolver()
        self.parameters: Any = self._solver.parameters
        self.parameters.catch_sigint_signal = False

    def run(self, program: Any) -> Any:
        """See `Search`."""
        self._solver.solve(self._cp_model.CpModel(program))
        return self._solver.response_proto

    def stop(self) -> None:
        """See `Search`."""
        self._solver.stop_search()


def new_program() -> Any:
    """An empty program (`CpModelProto`). Its variables are counted from 0, the opposite of literal n is -n - 1."""
    if has_helper():
        from ortools.sat.python import cp_model_helper

        return cp_model_helper.CpModelProto()
    from ortools.sat.python import cp_model

    return cp_model.CpModel().proto


def new_search() -> Search:
    """A search that is yet to be run."""
    return HelperSearch() if has_helper() else DocumentedSearch()


def has_helper() -> bool:
    """Whether the fast module is there, with what is used of it."""
    try:
        helper = import_module("ortools.sat.python.cp_model_helper")
    except ImportError:
        return False
    return all(hasattr(helper, name) for name in ("CpModelProto", "SatParameters", "SolveWrapper"))
