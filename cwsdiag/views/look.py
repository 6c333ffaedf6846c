"""What is asked about a dataset, each answer computed once."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.attributes.base import SLICE
from cwsdiag.attributes.numeric import MISSED
from cwsdiag.bakeoff import BakeoffPair, OovRecall, differences, oov_recalls, verdicts
from cwsdiag.baselines import LINES, without_vote
from cwsdiag.dataset import Dataset
from cwsdiag.diagnosis import Diagnosis, diagnose
from cwsdiag.diagnosis.audit import Audit, audit
from cwsdiag.diagnosis.paired import PairedComparison, compare, ranked_pairs
from cwsdiag.diagnosis.word_types import WordIndex, WordTypes
from cwsdiag.diagnosis.words import Condition, Missed
from cwsdiag.frames import Panel
from cwsdiag.inference import Interval
from cwsdiag.languages import lazy
from cwsdiag.memo import Memory, memo
from cwsdiag.progress import staged
from cwsdiag.resampling import AUTO
from cwsdiag.scores import SystemScore, score_systems
from cwsdiag.views.buckets import Bucket, of_attribute, panel
from cwsdiag.views.columns import BAKEOFF
from cwsdiag.views.pairs import Pair
from cwsdiag.views.rows import bakeoff_rows, breakdown_rows

if TYPE_CHECKING:
    import pandas as pd

    from cwsdiag.judging import Judgement, JudgingStudy
    from cwsdiag.study import ScoreTable, Study
    from cwsdiag.study.transfer import Criteria

# Selections of words kept: each holds what all systems did in every place of it.
_SELECTIONS = 8


@dataclass(frozen=True)
class Lead:
    """The best system and its lead over the next that is not level with it, both None where there is none.

    ``level`` are the systems with the best F1, as a rule one; ``systems`` is how many have an F1.
    """

    best: str
    f1: Interval
    next: str | None = None
    ahead: Interval | None = None
    level: tuple[str, ...] = ()
    systems: int = 1


@dataclass(frozen=True)
class LookKey:
    """Which dataset, and how it is looked at; what is left empty is as it is where nobody chose.

    Attributes:
        dataset: its name, in the project; empty for what is of no one dataset.
        buckets: how attributes are cut, in the notation of ``cwsdiag.buckets``.
        unit: what resamples draw, in the notation of ``cwsdiag.resampling``; ``auto`` where nobody chose.
        baselines: whether BASE and TOP are two more systems.
    """

    dataset: str = ""
    buckets: str = ""
    unit: str = ""
    baselines: bool = False


@dataclass(frozen=True, eq=False)
class PrivateLook:
    """One dataset as it is looked at, in numbers over many words: no word and no boundary of gold can be asked for.

    Copies with other colours or roles share what was answered.

    Attributes:
        dataset: gold, systems, training; BASE and TOP are among the systems where they were asked for.
        where: which it is, and how it is looked at.
        colours: of all systems of the project by name, in the order that gives those alike their forms.
        roles: the systems that are A and B, where a page has some chosen.
        across: gives the study of all datasets of the project that it is of; None where it is of none.
        criteria: the same for their texts and what was trained on them.
        parts: the same for F1 of its systems, published ones too, and what they say that they are made of.
        judging: gives a study of judges by its name, with their judgements; None where none is known.
        diagnosed: the diagnosis, where somebody has made it already, under any settings.
        memory: what was answered.
    """

    dataset: Dataset
    where: LookKey = field(default_factory=LookKey)
    colours: Mapping[str, str] = field(default_factory=dict)
    roles: Mapping[str, str] = field(default_factory=dict)
    across: Callable[[], Study] | None = None
    criteria: Callable[[], Criteria] | None = None
    parts: Callable[[], ScoreTable] | None = None
    judging: Callable[[str], tuple[JudgingStudy, Sequence[Judgement]]] | None = None
    diagnosed: Diagnosis | None = None
    memory: Memory = field(default_factory=Memory)

    @property
    def name(self) -> str:
        """What people call the dataset."""
        return self.dataset.name

    @property
    def unit(self) -> str:
        """What was chosen that resamples draw, in the notation of ``cwsdiag.resampling``."""
        return self.where.unit or AUTO

    @property
    def study(self) -> Study:
        """The study of all datasets of the project that it is of."""
        assert self.across is not None, "what is of a project is asked of a look without one"
        return self.across()

    @property
    @memo
    def digests(self) -> dict[str, str]:
        """The SHA-256 of each file that numbers rest on, in hexadecimal: of gold, training and systems by name.

        What was made of files that were read already, such as BASE and TOP, has the digest of its words.
        """
        dataset = self.dataset
        digests = {"gold": dataset.gold.digest}
        if dataset.training is not None:
            digests["training"] = dataset.training.digest
        if dataset.difficulty is not None:
            digests["weights"] = dataset.difficulty.digest
        return digests | {f"system {one.name}": one.digest for one in dataset.systems}

    @property
    def lines(self) -> tuple[str, ...]:
        """The names of BASE and TOP, where they are among the systems."""
        return LINES if self.where.baselines else ()

    @property
    def systems(self) -> list[str]:
        """Names of the systems, in the order of the dataset."""
        return [system.name for system in self.dataset.systems]

    @property
    @memo
    def diagnosis(self) -> Diagnosis:
        """The breakdown of all systems by all attributes."""
        return self.diagnosed or diagnose(self.dataset, buckets=self.where.buckets or None, unit=self.unit)

    def prepare(self) -> None:
        """Make what every page rests on, in any thread: the diagnosis, its intervals, the shapes of errors."""
        diagnosis = self.diagnosis
        _ = diagnosis.intervals, diagnosis.costs
        for name in staged(lazy("Telling kinds of errors apart"), self.systems):
            diagnosis.error_kinds(name)

    @property
    @memo
    def scores(self) -> list[SystemScore]:
        """The scores of every system, in the order of the dataset."""
        return score_systems(self.dataset)

    @property
    @memo
    def best_first(self) -> list[str]:
        """Names of the systems by F1, best first; BASE and TOP, which are lines to beat or to reach, come last."""
        order = sorted(self.scores, key=lambda one: (one.name in LINES, -np.nan_to_num(one.f1, nan=-1.0)))
        return [one.name for one in order]

    @property
    @memo
    def ranking(self) -> pd.DataFrame:
        """One row a system, best first: the fields of ``SystemScore``, with the intervals of F1 and sentence accuracy.

        Those whose F1 is undefined come last.
        """
        import pandas as pd

        if not self.scores:
            return pd.DataFrame()
        frame, accuracies = pd.DataFrame(self.scores), self.diagnosis.sentence_accuracies
        f1 = {name: intervals[0] for name, intervals in self.diagnosis.intervals.items()}
        for key, intervals in (("f1", f1), ("sentence_accuracy", accuracies)):
            for end in ("low", "high"):
                frame[f"{key}_{end}"] = [getattr(intervals[name], end) for name in self.systems]
        return frame.sort_values("f1", ascending=False, kind="stable", ignore_index=True)

    @property
    @memo
    def differences(self) -> list[BakeoffPair]:
        """What every two systems differ by, as the bakeoff has it, with intervals from the paired bootstrap."""
        diagnosis = self.diagnosis
        return differences(self.dataset, resamples=diagnosis.resamples, seed=diagnosis.seed, unit=diagnosis.unit)

    @property
    @memo
    def oov_recalls(self) -> list[OovRecall]:
        """OOV recall of every system with its interval, in the order of the dataset; nothing without training data."""
        return oov_recalls(self.diagnosis)

    @property
    @memo
    def contenders(self) -> list[str]:
        """Names of the systems with a defined F1, best first; BASE and TOP only where there is no other."""
        names = self._ranked
        return [name for name in names if name not in LINES] or names

    @property
    def _ranked(self) -> list[str]:
        """The same with BASE and TOP, which come last; VOTE is not tested."""
        tested = {system.name for system in without_vote(self.dataset).systems}
        return [name for name in self.best_first if name in tested and not np.isnan(self.diagnosis.f1[name][0])]

    @memo
    def bakeoff_verdicts(self, *, all_pairs: bool = False) -> list[PairedComparison]:
        """Test pairs of systems as ``bakeoff.verdicts`` does; that takes seconds with many."""
        return verdicts(self.diagnosis, lines=self.lines, all_pairs=all_pairs)

    @property
    @memo
    def lead(self) -> Lead | None:
        """The best system and its lead over the next; None where no system has a defined F1."""
        names = self.contenders
        if not names:
            return None
        best, f1 = names[0], self.diagnosis.f1
        level = tuple(name for name in names if f1[name][0] == f1[best][0])
        following = next((name for name in names if name not in level), None)
        return Lead(
            best,
            self.diagnosis.intervals[best][0],
            following,
            None if following is None else self.diagnosis.differences(best, following)[0],
            level=level,
            systems=len(names),
        )

    @memo
    def verdicts(self) -> list[PairedComparison]:
        """Test the best system against each other and neighbours by rank, over all words; BASE and TOP come last.

        That takes seconds with many systems.
        """
        return compare(self.diagnosis, ranked_pairs(self._ranked), buckets=False)

    @memo
    def pair(self, a: str, b: str, *, tested: bool = True) -> Pair:
        """Return two systems beside each other, with their test, which is waited for, or without it."""
        return Pair(self.diagnosis, a, b, self.tested(a, b) if tested else None)

    def tested(self, a: str, b: str) -> PairedComparison:
        """Return the paired test of two systems over all words and buckets, A first; made once, whichever is A."""
        first, second = sorted((a, b))
        comparison = self.memory.ask("tested", (first, second), lambda: compare(self.diagnosis, [(first, second)])[0])
        return comparison if comparison.a == a else comparison.turned

    @memo
    def against(self, base: str) -> list[PairedComparison]:
        """Test every other system against the base, best first."""
        names = {system.name for system in without_vote(self.dataset).systems} - {base}
        return compare(self.diagnosis, [(name, base) for name in self.best_first if name in names])

    @memo
    def panels(self, system: str) -> list[Panel]:
        """Return what the figure of the self-diagnosis shows of a system, one panel an attribute.

        Rows are those of ``rows.breakdown_rows``, with the share of gold, whether a bucket is named, and whether it is
        a class that most words have (``usual``). Where one
        bucket alone can be named it is neither the worst nor the best. The costliest is of those that can be named and
        have an interval, which they have not in too few units.
        """
        diagnosis = self.diagnosis
        named = diagnosis.nameable(system).tolist()
        ends = {one.attribute: one for one in diagnosis.self_diagnosis([system])}
        breakdown = breakdown_rows(diagnosis, [system])
        panels = []
        for bucketed in diagnosis.attributes:
            key = bucketed.attribute.key
            rows = [row for row in breakdown if row["attribute"] == key]
            is_slice = key.startswith(SLICE)
            whole = max(1, diagnosis.counts[system].gold[:, 0].sum() if is_slice else sum(row["gold"] for row in rows))
            for row, is_named in zip(rows, named[diagnosis.columns(key)] if rows else (), strict=True):
                share = row["gold"] / whole
                # Of a class that most words have, the rest would be what stands out.
                usual = bucketed.attribute.categorical and share > 1 / 2
                row |= {"share": share, "named": is_named, "usual": usual}
            end = ends[key]
            worst, best = (None, None) if end.worst == end.best else (end.worst, end.best)
            costs = {
                place: row["cost"]
                for place, row in enumerate(rows)
                if row["named"] and row["cost"] > 0 and not math.isnan(row["cost_low"]) and not row["usual"]
            }
            costliest = max(costs, key=costs.__getitem__, default=None)
            panels.append(panel(bucketed, rows, diagnosis=diagnosis, worst=worst, best=best, costliest=costliest))
        return panels

    def arranged(self, system: str, by: str | None) -> list[Panel]:
        """Return the panels of a system in the order of a score: ``f1``, the weakest first, or ``cost``, the costliest.

        Those of characters follow where costs decide, since theirs are of another F1; then come those that stand apart,
        and last those without such a bucket. In the order of the attributes for None.
        """
        panels = self.panels(system)
        if by is None:
            return panels

        def place(panel: Panel) -> tuple[bool, bool, bool, float]:
            row = panel.worst if by == "f1" else panel.costliest
            if row is None:
                return (True, panel.apart, False, 0.0)
            value = float(panel.rows[row]["f1"]) if by == "f1" else -float(panel.rows[row]["cost"])
            return (False, panel.apart, by == "cost" and panel.by_character, value)

        return sorted(panels, key=place)

    def among(self, system: str, attribute: str | None) -> list[Panel]:
        """Return the panel of one attribute; of all, but of difficulty.

        That words are wrong which segmenters get wrong is no finding.
        """
        return of_attribute(self.panels(system), attribute)

    def worst(self, system: str, attribute: str | None = None) -> Bucket | None:
        """Return the weakest bucket of a system by one attribute or over all; None where none is below another."""
        panels = self.among(system, attribute)
        ends = [(one, one.rows[one.worst]) for one in panels if one.worst is not None]
        if not ends:
            return None
        panel, row = min(ends, key=lambda end: float(end[1]["f1"]))
        bucketed = self.diagnosis.attribute(panel.key)
        keys = {one.key for one in panels}
        candidates = sum(int(row["named"]) for one in panels for row in one.rows if row["same_as"] not in keys)
        gold = int(bucketed.gold[row["bucket"]])
        # What is said of an attribute with categories is of some of them.
        low_score = "" if bucketed.attribute.categorical else bucketed.attribute.low_score
        return Bucket(panel, row, gold, candidates, low_score=low_score)

    @memo
    def costliest(self, system: str, attribute: str | None = None) -> Bucket | None:
        """Return the bucket that costs a system most by one attribute, or over all; None where none costs anything.

        Over all attributes those of characters, whose F1 is another, are left aside too.
        """
        panels = [one for one in self.among(system, attribute) if attribute is not None or not one.by_character]
        ends = [(one, one.rows[one.costliest]) for one in panels if one.costliest is not None]
        if not ends:
            return None
        panel, row = max(ends, key=lambda end: float(end[1]["cost"]))
        bucketed, missed = self.diagnosis.attribute(panel.key), 0
        if not panel.by_character:
            shapes = self.diagnosis.error_kinds(system).shapes[bucketed.index == row["bucket"]]
            missed = int((shapes >= 0).sum())
        return Bucket(panel, row, int(bucketed.gold[row["bucket"]]), missed=missed)


@dataclass(frozen=True, eq=False)
class Look(PrivateLook):
    """One dataset as it is looked at, with its words: what pages, exhibits and commands ask of it."""

    @property
    def private(self) -> PrivateLook:
        """The same without words."""
        return PrivateLook(**{one.name: getattr(self, one.name) for one in fields(self)})

    @property
    @memo
    def word_index(self) -> WordIndex:
        """What every selection of words needs."""
        return WordIndex(self.diagnosis)

    def beside(self, *systems: str) -> Look:
        """Return the same with ``miss``: how many of the other systems miss a word, of one system or of two.

        Buckets of these alone are counted then; the look itself where it is one with ``miss`` already.
        """
        if MISSED.key in [one.attribute.key for one in self.diagnosis.attributes]:
            return self
        diagnosis = self._beside(*sorted(systems))
        return replace(self, diagnosed=diagnosis, memory=diagnosis.memory)

    @memo
    def _beside(self, *systems: str) -> Diagnosis:
        keys = [*(one.attribute.key for one in self.diagnosis.attributes), MISSED.key]
        parts = (part for part in self.where.buckets.split(";") if "=" not in part or part.partition("=")[0] in keys)
        cut = ";".join(parts) or None
        diagnosis = diagnose(self.dataset, attributes=keys, buckets=cut, unit=self.unit, systems=systems)
        # Words show what all systems make of them.
        return replace(diagnosis, dataset=self.dataset)

    @property
    @memo
    def audit(self) -> Audit:
        """The places of gold that are worth a look."""
        return audit(self.dataset)

    def words(
        self,
        attribute: str | None,
        bucket: int | None,
        roles: Mapping[str, str],
        *,
        where: Sequence[Condition] = (),
        missed: Missed | None = None,
    ) -> WordTypes:
        """Return the words of a bucket; of all buckets, or all gold words, where not named.

        Args:
            attribute: key of an attribute that is defined here.
            bucket: index of one of its buckets.
            roles: names of the systems to look at, by role.
            where: further conditions that the words must meet.
            missed: errors that the words must be.
        """
        return self.memory.ask(
            Look.words,
            (attribute, bucket, *roles.items(), *where, missed),
            lambda: self.word_index.select(attribute, bucket, roles=roles, where=where, missed=missed),
            kept=_SELECTIONS,
        )


def bakeoff_table(dataset: Dataset) -> pd.DataFrame:
    """Return a row a system with the fields of ``BakeoffScore`` and ``track``, None where it is not said."""
    import pandas as pd

    return pd.DataFrame(bakeoff_rows(dataset), columns=list(BAKEOFF))
