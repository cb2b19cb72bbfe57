"""Search for the sheets in labels and records: those of the program in all their layouts, and custom ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from fairsheet.languages.catalogues import Catalogue
from fairsheet.languages.messages import Message
from fairsheet.sheets.library.layout_files import find_kept_layout, kept_layout_path
from fairsheet.sheets.library.solo_sheets import check_level, solo_sheet, solo_sheets
from fairsheet.sheets.library.templates import SUFFIX, find_layout, is_bundled, load_sheet, released_layouts
from fairsheet.sheets.library.translations import in_language, with_template_words, words_on_sheets
from fairsheet.sheets.model.sheet import ENGLISH, Position, Sheet
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError


@dataclass(frozen=True)
class Catalog:
    """The sheets that labels and records may name: the `given` ones, then those of the program.

    `given` has custom sheets, or sheets of the program made from older templates. `named_at` has the place of a
    sheet's name in its template, if known. The layouts of printed custom sheets are kept in the template's folder.
    """

    given: tuple[Sheet, ...] = ()
    named_at: Mapping[str, Position] = field(default_factory=dict)

    def sheet(
        self, name: str, layout: str | None = None, solo: int | None = None, language: str = ENGLISH
    ) -> Sheet:
        """Return the sheet with a layout's fingerprint: given, current, released or kept; without one, the newest.

        Its words are in the language, as far as translated. The meaning of the ink is that of the current template,
        unless this has fields that were not printed. Rules that players of a kept print did not have are marked as
        changed.

        With `solo`, return the sheet with the panel of an opponent of this level. Raises FairsheetError if there is no
        such sheet; its `where` is "sheet" for the name, "solo" for the level, otherwise "layout".
        """
        sheet = self._plain(name, layout) if solo is None else self._solo(name, layout, solo)
        return in_language(sheet, language, self._template(name))

    def words(self, language: str) -> Catalogue:
        """Return the words for players: those next to the given templates, then those of the program.

        Raises FairsheetError if a catalogue next to a template is damaged.
        """
        words = words_on_sheets(language)
        for name in self.named_at if language != ENGLISH else ():
            if (template := self._template(name)) is not None:
                words = with_template_words(words, template)
        return words

    def _template(self, name: str) -> Path | None:
        """Return the file of a custom sheet, if known."""
        return Path(self.named_at[name].file) if name in self.named_at and not is_bundled(name) else None

    def _plain(self, name: str, layout: str | None = None) -> Sheet:
        named = [sheet for sheet in self.given if sheet.name == name and sheet.solo_level is None]
        template = self._template(name)
        printed = None if template is None or layout is None else find_kept_layout(template, layout)
        for sheet in named:
            if layout in (None, sheet.fingerprint):
                return sheet if printed is None else sheet.mark_changes_since(printed)
        if not named and not is_bundled(name):
            hint = Message("if it is a custom sheet, give its template to scan or score: --sheet {file}")
            no_sheet = Message("there is no sheet {name!r}", name=name)
            hint = hint.filled(file=f"{name}{SUFFIX}")
            raise FairsheetError(no_sheet, code=ErrorCode.UNKNOWN_SHEET, where="sheet", hint=hint)
        if layout is None:
            return load_sheet(name)
        if is_bundled(name):
            found = find_layout(name, layout)
            if found is not None:
                return found
            hint = Message(
                "a later release printed it (update fairsheet), it was printed from a changed template "
                "(give that with --sheet), or the name of the layout was changed by hand"
            )
        elif printed is not None:
            return named[0].on_layout_of(printed).mark_changes_since(printed)
        elif template is None:
            hint = Message(
                "the template has the layout {layout}: give the template that the page was printed from"
            )
            hint = hint.filled(layout=named[0].fingerprint)
        else:
            folder = kept_layout_path(template, layout).parent.name
            hint = Message(
                "{file} has the layout {layout}: copy {folder} from the computer that printed the page"
            )
            hint = hint.filled(file=str(self.named_at[name]), layout=named[0].fingerprint, folder=folder)
        raise _unknown_layout(name, layout, hint)

    def _solo(self, name: str, layout: str | None, level: int) -> Sheet:
        newest = self._plain(name)
        if not newest.level_adds_panel:
            return self._plain(name, layout)
        check_level(level, where="solo")
        for sheet in self.given:
            if (sheet.name, sheet.solo_level) == (name, level) and layout in (None, sheet.fingerprint):
                return sheet
        current = solo_sheet(newest, level)
        if layout in (None, current.fingerprint):
            return current
        for host in (newest, *released_layouts(name)):
            if host.fingerprint == layout:
                problem = f"the layout {layout} is of the sheet without the panel of ASTRA"
                hint = "print the sheet of a solo game with --solo"
                raise FairsheetError(problem, code=ErrorCode.WRONG_SHEET, where="layout", hint=hint)
            for sheet in solo_sheets(host):
                if sheet.fingerprint == layout:
                    if sheet.solo_level != level:
                        problem = (
                            f"the layout {layout} is of an opponent of level {sheet.solo_level}, not {level}"
                        )
                        hint = "give the level that the panel was printed for"
                        raise FairsheetError(problem, code=ErrorCode.WRONG_SHEET, where="layout", hint=hint)
                    return current.on_layout_of(sheet)
        hint = Message(
            "a later release printed it (update fairsheet), or the name of the layout was changed by hand"
        )
        raise _unknown_layout(name, layout, hint)


def _unknown_layout(name: str, layout: str, hint: str) -> FairsheetError:
    words = Message("no layout {layout} of the sheet {name} is known", layout=layout, name=name)
    return FairsheetError(words, code=ErrorCode.UNKNOWN_LAYOUT, where="layout", hint=hint)


BUNDLED = Catalog()  # only the sheets of the program
