"""Judgements as CSV, a row a judge, sentence and system, and back again."""

from __future__ import annotations

import csv
from collections import defaultdict
from io import StringIO
from typing import TYPE_CHECKING

from cwsdiag.errors import JudgingError, brief
from cwsdiag.formats.spreadsheet import bare, csv_lines
from cwsdiag.judging.models import MARKS, Judgement, by_judge, judge_name
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from cwsdiag.judging.models import Item, JudgingStudy, Mark

COLUMNS = ("judge", "sentence", "system", "segmentation", "mark")
_COMPLAINTS_SHOWN = 8


def to_csv(study: JudgingStudy, judgements: Sequence[Judgement]) -> str:
    """Return judgements as CSV: judge, sentence, system, the system's words, and the mark, empty for neither.

    Sentences on which all systems agree are among them, marked best: so a system's score by a judge who has finished
    is its number of ``best``, and half that of ``second``, over the number of sentences. Texts that a spreadsheet
    would take for a formula begin with a quote.
    """
    rows: list[Sequence[str]] = [COLUMNS]
    for judge, done in by_judge(judgements).items():
        for item in study.items:
            if item.is_agreed or item.number in done:
                of_system = {system: candidate for candidate in item.candidates for system in candidate.systems}
                for system in study.systems:
                    candidate = of_system[system.name]
                    words, mark = " ".join(candidate.words), item.marks_in(done).get(candidate.key, "")
                    rows.append((judge, str(item.number), system.name, words, mark))
    return csv_lines(rows)


def from_csv(study: JudgingStudy, text: str) -> list[Judgement]:
    """Return the judgements of a CSV file that ``to_csv`` could have written, in any order of rows.

    Sentences on which all systems agree may be left out.

    Raises:
        JudgingError: it does not fit the study; the message says where.
    """
    complaints: list[str] = []
    groups: dict[tuple[str, int], dict[str, str]] = defaultdict(dict)
    for line, row in _rows(text):
        try:
            judge, item = judge_name(row["judge"]), _checked(study, row)
            marks = groups[judge, item.number]
            if row["system"] in marks:
                raise JudgingError(
                    lazy(
                        "a second row for {system} in sentence {number} by {judge}. Keep one.",
                        system=row["system"],
                        number=item.number,
                        judge=judge,
                    )
                )
            marks[row["system"]] = row["mark"]
        except JudgingError as error:
            complaints.append(lazy("line {line}: {problem}", line=line, problem=str(error)))
    judgements = []
    # Half a sentence may just be the rest of what was wrong above.
    for (judge, number), marks in {} if complaints else groups.items():
        item = study.item(number)
        try:
            judgement = Judgement(judge, number, _marks(item, marks))
        except JudgingError as error:
            complaints.append(lazy("{judge}, {problem}", judge=judge, problem=str(error)))
            continue
        if not item.is_agreed:
            judgements.append(judgement)
    if complaints:
        lines = [lazy("the file does not fit the study:"), *complaints[:_COMPLAINTS_SHOWN]]
        if (rest := len(complaints) - _COMPLAINTS_SHOWN) > 0:
            lines.append(lazy("… and {number:,} more.", number=rest))
        raise JudgingError("\n".join(lines))
    return judgements


def _rows(text: str) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield the rows with the number of their line.

    Raises:
        JudgingError: a column is missing, or this is not valid CSV.
    """
    reader = csv.DictReader(StringIO(text.removeprefix("\ufeff"), newline=""), strict=True)
    try:
        missing = [column for column in COLUMNS if column not in (reader.fieldnames or ())]
        if missing:
            raise JudgingError(
                lazy(
                    "the first line has no column {missing}. Save the file as CSV with commas, with the columns "
                    "{columns}.",
                    missing=", ".join(missing),
                    columns=", ".join(COLUMNS),
                )
            )
        for row in reader:
            yield reader.line_num, {column: bare(row[column] or "") for column in COLUMNS}
    except csv.Error as error:
        raise JudgingError(
            lazy(
                "line {line}: not valid CSV ({error}). Export the file again.",
                line=reader.reader.line_num,
                error=str(error),
            )
        ) from None


def _checked(study: JudgingStudy, row: Mapping[str, str]) -> Item:
    """Return the sentence of a row.

    Raises:
        JudgingError: sentence, system or segmentation are not those of the study, or the mark is none.
    """
    number, system, words = row["sentence"], row["system"], row["segmentation"]
    if not (number.isascii() and number.isdigit() and len(number) < 10):
        raise JudgingError(lazy("{number!r} is not the number of a sentence.", number=brief(number)))
    item = study.item(int(number))
    outputs = {one: " ".join(candidate.words) for candidate in item.candidates for one in candidate.systems}
    if system not in outputs:
        raise JudgingError(
            lazy(
                "no system {system!r} in the study. Available: {known}.",
                system=brief(system),
                known=", ".join(one.name for one in study.systems),
            )
        )
    if words != outputs[system]:
        raise JudgingError(
            lazy(
                "{system} cuts sentence {number} as {wanted!r}, not as {given!r}.",
                system=system,
                number=item.number,
                wanted=brief(outputs[system]),
                given=brief(words),
            )
        )
    if row["mark"] not in (*MARKS, ""):
        raise JudgingError(lazy("{mark!r} is not a mark. Marks are best, second or nothing.", mark=brief(row["mark"])))
    return item


def _marks(item: Item, by_system: Mapping[str, str]) -> dict[str, Mark]:
    """Return the marks of candidates that those of systems come to.

    Raises:
        JudgingError: a system is missing, or two that cut the sentence alike have different marks, or none is best.
    """
    marks: dict[str, Mark] = {}
    for candidate in item.candidates:
        if missing := [system for system in candidate.systems if system not in by_system]:
            raise JudgingError(
                lazy("sentence {number}: no row for {missing}. Add it.", number=item.number, missing=", ".join(missing))
            )
        own = {by_system[system] for system in candidate.systems}
        if len(own) > 1:
            raise JudgingError(
                lazy(
                    "sentence {number}: {systems} cut it alike and must share a mark, but have different ones.",
                    number=item.number,
                    systems=", ".join(candidate.systems),
                )
            )
        marks.update((candidate.key, mark) for mark in MARKS if mark in own)
    return item.checked(marks)
