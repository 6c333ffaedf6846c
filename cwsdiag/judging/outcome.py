"""What judges say, in numbers, and their judgements as CSV."""

from __future__ import annotations

import csv
import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO

import numpy as np
import numpy.typing as npt

from cwsdiag.dataset import Dataset
from cwsdiag.errors import JudgingError, brief
from cwsdiag.formats.tables import bare, csv_lines
from cwsdiag.judging.models import MARKS, Item, Judgement, JudgingStudy, Mark, by_judge, judge_name
from cwsdiag.languages import lazy

_FEWEST_SYSTEMS = 3


@dataclass(frozen=True)
class SystemOutcome:
    """A system, as people and as measures see it; each score in [0, 1], NaN where undefined.

    Attributes:
        name: of the system.
        people: (n + m/2) / sentences, n times best, m times second best, averaged over judges [METHODS 8].
        best, second: the shares n / sentences and m / sentences, averaged likewise.
        f1, f_b: over the whole dataset.
    """

    name: str
    people: float
    best: float
    second: float
    f1: float
    f_b: float


@dataclass(frozen=True)
class MeasureCorrelation:
    """Pearson's r of people's scores with a measure over systems.

    Attributes:
        measure: ``f1`` or ``f_b``.
        r: NaN where fewer than three systems have both scores, or all have the same.
        p: two-sided, under normal scores without correlation; NaN with ``r``.
        systems: number of systems that have both.
    """

    measure: str
    r: float
    p: float
    systems: int


@dataclass(frozen=True)
class Outcome:
    """The outcome of a study so far.

    Attributes:
        study: the study.
        finished: judges who have judged every sentence: those that count.
        unfinished: the others, with the number of sentences each has judged.
        systems: in the order of the study.
        correlations: with f1, and with f_b where that is known.
        kappa: Fleiss' kappa of the marks of judges who have finished; NaN for fewer than two.
    """

    study: JudgingStudy
    finished: tuple[str, ...]
    unfinished: Mapping[str, int]
    systems: tuple[SystemOutcome, ...]
    correlations: tuple[MeasureCorrelation, ...]
    kappa: float

    @property
    def ranked(self) -> list[SystemOutcome]:
        """The systems, best people's score first; in the order of the study where equal or undefined."""
        return sorted(self.systems, key=lambda one: 0.0 if math.isnan(one.people) else -one.people)


def outcome(study: JudgingStudy, judgements: Sequence[Judgement], *, f_b: Mapping[str, float] | None = None) -> Outcome:
    """Return people's scores, their correlations and the judges' agreement.

    Judges who have not finished do not count: the sentences they have left would weigh on the average in a way that
    depends on when somebody looks. On a sentence that all systems cut alike nobody is asked, and every judge is taken
    to find its one candidate best, as somebody who is shown it must.

    Args:
        study: the study.
        judgements: of any number of judges.
        f_b: balanced scores by system, NaN where one is undefined; those that the study keeps by default.
    """
    judges = by_judge(judgements)
    finished = {judge: done for judge, done in judges.items() if all(item.number in done for item in study.to_judge)}
    counts: Counter[tuple[str, str | None]] = Counter()
    # For each candidate that was shown how many judges gave it each mark.
    table = []
    for item in study.items:
        for candidate in item.candidates:
            marks = [item.marks_in(done).get(candidate.key) for done in finished.values()]
            counts.update((system, mark) for system in candidate.systems for mark in marks)
            if not item.is_agreed:
                table.append([marks.count(mark) for mark in (*MARKS, None)])
    whole = len(study.items) * len(finished) or math.nan
    systems = []
    for one in study.systems:
        best, second = (counts[one.name, mark] for mark in MARKS)
        # Whole numbers until the division: equal scores are exactly equal.
        people = (2 * best + second) / (2 * whole)
        balanced = one.f_b if f_b is None else f_b.get(one.name, math.nan)
        systems.append(SystemOutcome(one.name, people, best / whole, second / whole, one.f1, balanced))
    measures = ["f1"] + ["f_b"] * any(not math.isnan(one.f_b) for one in systems)
    return Outcome(
        study=study,
        finished=tuple(finished),
        unfinished={judge: len(done) for judge, done in judges.items() if judge not in finished},
        systems=tuple(systems),
        correlations=tuple(_correlation(systems, measure) for measure in measures),
        kappa=fleiss_kappa(np.array(table)) if len(finished) > 1 else math.nan,
    )


def balanced_of(dataset: Dataset) -> dict[str, float] | None:
    """Return f_b by system; None where the dataset has no difficulties."""
    if dataset.difficulty is None:
        return None
    from cwsdiag.balanced import score_balanced

    return {score.name: score.f_b for score in score_balanced(dataset)}


def _correlation(systems: Sequence[SystemOutcome], measure: str) -> MeasureCorrelation:
    pairs = np.array([(one.people, getattr(one, measure)) for one in systems])
    pairs = pairs[~np.isnan(pairs).any(axis=1)]
    # Two points always lie on a line, and what does not vary goes with nothing.
    if len(pairs) < _FEWEST_SYSTEMS or not np.ptp(pairs, axis=0).all():
        return MeasureCorrelation(measure, math.nan, math.nan, len(pairs))
    from scipy.stats import pearsonr

    r, p = pearsonr(*pairs.T.tolist())
    return MeasureCorrelation(measure, float(r), float(p), len(pairs))


def fleiss_kappa(table: npt.NDArray[np.int_]) -> float:
    """Return Fleiss' kappa: agreement of pairs of raters, corrected for chance.

    Undefined where all raters chose one category for all subjects: then agreement by chance is perfect, too.

    Args:
        table: for each subject (row) how many raters chose each category (column); every row has the same sum of at
            least 2.

    References:
        J. L. Fleiss, "Measuring nominal scale agreement among many raters", Psychological Bulletin 76 (1971).
    """
    if np.count_nonzero(table.sum(axis=0)) < 2:
        return math.nan
    raters = table[0].sum()
    observed = float((((table**2).sum(axis=1) - raters) / (raters * (raters - 1))).mean())
    expected = float(((table.sum(axis=0) / table.sum()) ** 2).sum())
    return (observed - expected) / (1 - expected)


COLUMNS = ("judge", "sentence", "system", "segmentation", "mark")


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
            raise JudgingError(lazy("line {line}: {problem}", line=line, problem=error.problem)) from None
    judgements = []
    for (judge, sentence), marks in groups.items():
        item = study.item(sentence)
        try:
            judgement = Judgement(judge, sentence, _marks(item, marks))
        except JudgingError as error:
            raise JudgingError(lazy("{judge}, {problem}", judge=judge, problem=error.problem)) from None
        if not item.is_agreed:
            judgements.append(judgement)
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
