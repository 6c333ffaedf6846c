"""What judges say, in numbers: people's scores of systems, what goes with them, and how far judges agree."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.arguments import number
from cwsdiag.judging.models import MARKS, by_judge
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy.typing as npt

    from cwsdiag.dataset import Dataset
    from cwsdiag.judging.models import Judgement, JudgingStudy

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

    Raises:
        SettingError: one of these is no score.
    """
    for name, value in (f_b or {}).items():
        if not (isinstance(value, float) and math.isnan(value)):
            number(lazy("f_b of {name}", name=name), value, 0, 1)
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
