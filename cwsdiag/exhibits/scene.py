"""What exhibits are made from: one dataset as it is looked at, and the way back to it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from cwsdiag.baselines import BASE, TOP, with_baselines
from cwsdiag.charts import theme
from cwsdiag.diagnosis.paired import compare
from cwsdiag.resampling import SENTENCE
from cwsdiag.views.results import Results

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from cwsdiag.dataset import Dataset
    from cwsdiag.diagnosis import Diagnosis
    from cwsdiag.diagnosis.paired import PairedComparison
    from cwsdiag.exhibits.corpora import Criteria
    from cwsdiag.study import Study


@dataclass(frozen=True)
class Where:
    """Which dataset, and how it is looked at; what is left empty is as it is where nobody chose.

    Attributes:
        dataset: its name, in the project; empty for what is of no one dataset.
        buckets: how attributes are cut, in the notation of ``cwsdiag.buckets``.
        unit: what resamples draw, in the notation of ``cwsdiag.resampling``.
        baselines: whether BASE and TOP are two more systems.
    """

    dataset: str
    buckets: str = ""
    unit: str = ""
    baselines: bool = False


@dataclass(frozen=True, eq=False)
class Scene:
    """One dataset as it is looked at.

    Attributes:
        where: which, and how.
        results: what there is to know about it, under these settings.
        colours: of all systems of the project by name, in the order that gives those alike their forms.
        withholds_gold: whether gold is private: figures may be shown, no word or boundary of gold.
        roles: the systems that are A and B, where a page has some chosen.
        across: gives the study of all datasets of the project that it is of; None where it is of none.
        criteria: the same for their texts and what was trained on them.
    """

    where: Where
    results: Results
    colours: Mapping[str, str]
    withholds_gold: bool = False
    roles: Mapping[str, str] = field(default_factory=dict)
    across: Callable[[], Study] | None = None
    criteria: Callable[[], Criteria] | None = None

    @property
    def name(self) -> str:
        """What people call the dataset."""
        return self.results.dataset.name

    @cached_property
    def digests(self) -> dict[str, str]:
        """The SHA-256 of each file that numbers rest on, in hexadecimal: of gold, training and systems by name.

        What was made of files that were read already, such as BASE and TOP, has the digest of its words.
        """
        dataset = self.results.dataset
        found = {"gold": dataset.gold.digest}
        if dataset.training is not None:
            found["training"] = dataset.training.digest
        if dataset.difficulty is not None:
            found["weights"] = dataset.difficulty.digest
        return found | {f"system {one.name}": one.digest for one in dataset.systems}

    def verdicts(self) -> list[PairedComparison]:
        """Return the paired tests of the best system against each other, and of neighbours by rank; made once."""
        return self.results.once("verdicts kept", self.results.verdicts)

    def tested(self, a: str, b: str) -> PairedComparison:
        """Return the paired test of two systems over all words and buckets, A first; made once, whichever is A."""
        first, second = sorted((a, b))
        found = self.results.once(_tested(a, b), lambda: compare(self.results.diagnosis, [(first, second)])[0])
        return found if found.a == a else found.turned

    def told(self, tested: PairedComparison) -> None:
        """Take a test from whoever has made it already, either way round."""
        self.results.once(_tested(tested.a, tested.b), lambda: tested)


def _tested(a: str, b: str) -> tuple[str, ...]:
    return "tested", *sorted((a, b))


def scene_of_diagnosis(diagnosis: Diagnosis) -> Scene:
    """Return the dataset of a diagnosis as this looks at it."""
    dataset = diagnosis.dataset
    results = Results(dataset, unit=diagnosis.unit, diagnosis=diagnosis)
    return Scene(Where(dataset.name, unit=diagnosis.unit), results, _colours(results.systems))


def scene_of(dataset: Dataset, where: Where | None = None, *, withholds_gold: bool = False) -> Scene:
    """Return a dataset as it is looked at, its systems in the colours that they have where nobody else is there.

    Args:
        dataset: gold and systems.
        where: how it is looked at; as where nobody chose without it.
        withholds_gold: whether gold is private.
    """
    where = where or Where(dataset.name)
    if where.baselines:
        dataset = with_baselines(dataset)
    results = Results(dataset, buckets=where.buckets or None, unit=where.unit or SENTENCE)
    return Scene(where, results, _colours(results.systems), withholds_gold)


def _colours(systems: Sequence[str]) -> dict[str, str]:
    return theme.system_colours([*systems, BASE, TOP], baselines=(BASE, TOP))
