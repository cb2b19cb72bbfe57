"""The dome over the towers: robots build its parts from both feet inwards, with numbers of their parity.

An X cuts a part that is neither cut nor built, if there is one. A cut part is built half by half.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fairsheet.engine.games.base.proof_sheet import NumberSheet
from fairsheet.engine.games.dome._board import Board, Piece
from fairsheet.engine.play.editor import Player, slot_just_written
from fairsheet.engine.play.game import Contradiction, IllegalStep, Step, few_of, off_by
from fairsheet.engine.play.number_board import crosses_on
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.records.ink import Cause, Ink
from fairsheet.engine.solver.constraint_model import FALSE, TRUE, Lit, Model
from fairsheet.engine.solver.timeline import Choice
from fairsheet.languages.messages import Message, counted
from fairsheet.sheets.model.marks import Marks

CUT = "cut"  # pending when an X is written

# --- in play ----------------------------------------------------------------------------------------------


def pieces(board: Board, marks: Marks) -> list[Piece]:
    """Return the pieces to be built, from the left foot to the right: uncut parts, and halves of cut parts."""
    result = []
    for part in board.parts:
        cut = [(half,) for half in part.halves] if part.cut in marks else [part.halves]
        result += [Piece(links, part.odd) for links in cut]
    return result


def open_pieces(board: Board, marks: Marks) -> list[Piece]:
    """Return the first piece from each foot that is not built; it may be the same piece."""
    missing = [piece for piece in pieces(board, marks) if any(link not in marks for link in piece.links)]
    return missing if len(missing) < 2 else [missing[0], missing[-1]]


def choices(board: Board, player: Player, by: Cause) -> Iterator[tuple[Ink, ...]]:
    """Yield the pieces that robots can build with the number just written."""
    odd = bool(int(player.marks[slot_just_written(player)]) % 2)
    for piece in open_pieces(board, player.marks):
        if piece.odd == odd:
            yield tuple(Ink(link, "drawn", by) for link in piece.links if link not in player.marks)


def open_cuts(board: Board, marks: Marks) -> list[str]:
    """Return the cuts of parts that are neither cut nor built."""
    built = (any(half in marks for half in part.halves) for part in board.parts)
    return [
        part.cut
        for part, begun in zip(board.parts, built, strict=True)
        if part.cut not in marks and not begun
    ]


def cut_of(board: Board, player: Player, step: Step) -> Ink:
    """Return the cut that a step makes after an X. Raises IllegalStep."""
    match step:
        case Step(kind="cut", ink=(Ink(cut, "drawn", "action") as ink,)):
            if cut not in open_cuts(board, player.marks):
                raise IllegalStep(RuleCode.CUT, f"{cut} is no cut of a part that is neither cut nor built")
            return ink
    raise IllegalStep(RuleCode.CUT, "an X was written, so a part of the dome must be cut now")


# --- on a final sheet -------------------------------------------------------------------------------------


def contradictions(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """Yield contradictions about halves of uncut parts, gaps towards a foot, and cuts that do not fit the X."""
    for part in board.parts:
        drawn = [half for half in part.halves if half in marks]
        if len(drawn) == 1 and part.cut not in marks:
            why = Message("{drawn} is built alone, but {part} is not cut", drawn=drawn[0], part=part.id)
            yield Contradiction.counting(
                (*part.halves, part.cut), why, RuleCode.CUT, few=(drawn[0], part.cut)
            )
    yield from _chain([half for part in board.parts for half in part.halves], marks)
    yield from _cuts(board, marks)


def _chain(chain: Sequence[str], marks: Marks) -> Iterator[Contradiction]:
    """Yield a contradiction if something is built between missing pieces."""
    missing = [index for index, half in enumerate(chain) if half not in marks]
    if not missing:
        return
    inside = next((p for p in range(missing[0], missing[-1]) if chain[p] in marks), None)
    if inside is not None:
        left = max(index for index in missing if index < inside)
        right = min(index for index in missing if index > inside)
        why = Message(
            "{built} is built, but {left} and {right} between it and the feet are not",
            built=chain[inside],
            left=chain[left],
            right=chain[right],
        )
        yield Contradiction((chain[left], chain[inside], chain[right]), why, RuleCode.CHAIN)


def _cuts(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """Yield a contradiction unless every X cuts a part, while one is neither cut nor built."""
    crosses = crosses_on(board, marks)
    cuts = [part.cut for part in board.parts if part.cut in marks]
    left = open_cuts(board, marks)
    off = off_by(len(cuts) - len(crosses))
    if len(cuts) > len(crosses):
        words = Message("{off} parts cut: {cuts} for {crosses} X")
        why = words.filled(off=off, cuts=len(cuts), crosses=len(crosses))
        yield Contradiction.counting((*cuts, *crosses), why, RuleCode.CUT, few=few_of(crosses, cuts))
    elif len(cuts) < len(crosses) and left:
        words = Message("{off} parts cut: {cuts} for {crosses} X, and {left} could be made")
        why = words.filled(off=off, cuts=len(cuts), crosses=len(crosses), left=left[0])
        yield Contradiction.counting((*crosses, *cuts, left[0]), why, RuleCode.CUT, few=few_of(cuts, crosses))


# --- in time ----------------------------------------------------------------------------------------------


class DomeInTime:
    """When each part was cut, and each piece built."""

    def __init__(self, sheet: NumberSheet, board: Board) -> None:
        self.sheet, self.board, self.model = sheet, board, sheet.model
        every = list(sheet.turns)
        self.cuts = {part.cut: Choice(self.model, every) for part in board.parts if part.cut in sheet.marks}
        self.pieces = pieces(board, sheet.marks)
        self.built: dict[Piece, Choice] = {
            piece: Choice(self.model, every)
            for piece in self.pieces
            if all(link in sheet.marks for link in piece.links)
        }
        sheet.events.update(self.cuts)
        sheet.events.update({link: event for piece, event in self.built.items() for link in piece.links})

    def constrain(self) -> None:
        """State what the parts require of their turns."""
        self._state_parity()
        self._state_chain()
        self._state_halves()
        self._state_cuts()

    def _state_parity(self) -> None:
        """State that a piece has the parity of the number of its turn."""
        sheet = self.sheet
        for piece, event in self.built.items():
            others = [slot for slot, number in sheet.number_in.items() if bool(number % 2) != piece.odd]
            odd = Message("{link} was built with an odd number, because only odd numbers build it")
            even = Message("{link} was built with an even number, because only even numbers build it")
            why = (odd if piece.odd else even).filled(link=piece.links[0])
            with self.model.rule(RuleCode.PARITY, sheet.name(*piece.links), why):
                for turn in sheet.turns:
                    for slot in others:
                        self.model.clause(-event.at(turn), -sheet.numbers[slot].at(turn))

    def _state_chain(self) -> None:
        """State that a piece is built after all pieces between it and one of the feet."""
        for turn in self.sheet.turns:
            done = [self.built[p].by(turn - 1) if p in self.built else FALSE for p in self.pieces]
            from_left, from_right = _all_before(self.model, done), _all_before(self.model, done[::-1])[::-1]
            for index, piece in enumerate(self.pieces):
                if piece in self.built:
                    why = Message(
                        "{link} was built after all parts towards one foot, because the dome grows from its feet",
                        link=piece.links[0],
                    )
                    with self.model.rule(RuleCode.CHAIN, self.sheet.name(*piece.links), why):
                        now = self.built[piece].at(turn)
                        self.model.implies(now, from_left[index], from_right[index])

    def _state_halves(self) -> None:
        """State that halves are built after their cut."""
        of_cut = {part.cut: part for part in self.board.parts}
        for piece, event in self.built.items():
            for cut, made in self.cuts.items():
                if piece.links[0] in of_cut[cut].halves:
                    why = Message(
                        "{cut} was made before {link} was built, because only a cut part is built in halves",
                        cut=cut,
                        link=piece.links[0],
                    )
                    with self.model.rule(RuleCode.CUT, self.sheet.name(cut, *piece.links), why):
                        for turn in self.sheet.turns:
                            self.model.implies(event.at(turn), made.by(turn - 1))

    def _state_cuts(self) -> None:
        """State that every X cuts a part that is not built, unless none is left."""
        model, crosses = self.model, self.sheet.crosses
        why = Message(
            "each X cut a part while one was left: {crosses} X and {cuts}",
            crosses=len(crosses),
            cuts=counted(len(self.cuts), "cut"),
        )
        with model.rule(RuleCode.CUT, self.sheet.name(*crosses, *self.cuts), why):
            for turn in self.sheet.turns:
                written = [event.at(turn) for event in crosses.values()]
                made = [event.at(turn) for event in self.cuts.values()]
                terms = [(1, literal) for literal in made] + [(-1, literal) for literal in written]
                if len(self.cuts) == len(crosses):
                    model.linear(terms, 0, 0)
                    continue
                model.linear(terms, None, 0)
                for gone in self._gone(turn - 1):
                    for literal in written:
                        model.implies(literal, gone, *made)

    def _gone(self, turn: int) -> Iterator[Lit]:
        """Yield, for every part, whether it can no longer be cut at the end of a turn."""
        for part in self.board.parts:
            gone = self.sheet.events.get(part.cut) or self.sheet.events.get(part.halves[0])
            yield gone.by(turn) if gone is not None else FALSE


def _all_before(model: Model, done: Sequence[Lit]) -> list[Lit]:
    """Return, for each position, whether everything before it is done."""
    result = [TRUE]
    for literal in done[:-1]:
        result.append(model.all_of((result[-1], literal)))
    return result
