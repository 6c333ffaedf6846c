"""What is shown of all datasets of a project together."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import pandas as pd

from cwsdiag.charts.study_ranks import ranks_figure
from cwsdiag.errors import SettingError
from cwsdiag.exhibits.exhibit import Exhibit, Table
from cwsdiag.languages import _, lazy
from cwsdiag.scores import score_systems
from cwsdiag.views.across.systems import headline, mean_f1
from cwsdiag.views.columns import Column
from cwsdiag.views.fidelity import left_out_sentence

if TYPE_CHECKING:
    from cwsdiag.charts.kept import Figure
    from cwsdiag.study import Study

# The width that the diagram has on the page, in pixels.
_WIDTH = 900
# The same of a panel, where it is said how many would stand side by side.
_PANEL = 217


class Across(Exhibit):
    """F1 of all systems on all datasets: who is best on average, and which differ."""

    KIND: ClassVar[str] = "across"
    SAYS: ClassVar[str] = "F1 of all systems on all datasets, and which systems differ over them"
    PAGE: ClassVar[str] = "study"

    @property
    def study(self) -> Study:
        """The datasets of the project together.

        Raises:
            SettingError: there is no project around the dataset.
        """
        if self.scene.across is None:
            raise SettingError(
                lazy("{dataset} is of no project, so there is nothing across datasets.", dataset=self.scene.name)
            )
        return self.scene.across()

    @property
    def title(self) -> str:
        """What is seen."""
        return _("All systems on all datasets")

    @property
    def headline(self) -> str:
        """Who is best on average, and what Friedman's test says."""
        said, remark = headline(self.study)
        return _("{first} {second}", first=said, second=remark) if remark else said

    @property
    def numbers(self) -> dict[str, float]:
        """The best mean of F1, and Friedman's p over systems, with the datasets as blocks."""
        means = list(mean_f1(self.study).values())
        return {"mean_f1": means[0], "p": self.study.models_test().p} if means else {}

    def chart(self, *, across: int | None = None) -> Figure | None:
        """Return systems by their mean rank, with bars over those that do not differ; None where that has no sense."""
        found = self.study.models_apart()
        if found is None:
            return None
        return ranks_figure(
            found.treatments,
            found.ranks.tolist(),
            found.groups,
            found.critical_difference,
            colours=self.scene.colours,
            width=_WIDTH if across is None else _PANEL * across,
        )

    def table(self) -> Table:
        """Return F1 of every system on every dataset, and its mean; the best first."""
        study = self.study
        # By number: two datasets may be called alike, and one as a column beside it.
        datasets = {f"dataset {place}": Column(name, format="score") for place, name in enumerate(study.datasets)}
        scores = dict(zip(study.models, study.f1, strict=True))
        rows = [
            {"name": name, "mean": mean, **dict(zip(datasets, scores[name].tolist(), strict=True))}
            for name, mean in mean_f1(study).items()
        ]
        columns = {"name": Column(lazy("system")), **datasets, "mean": Column(lazy("mean"), format="score")}
        return Table(pd.DataFrame(rows, columns=list(columns)), columns)

    @property
    def drawn_from(self) -> str:
        """The datasets, and what is left out of their scores."""
        said = _("{n} datasets: {names}.", n=len(self.study.datasets), names=_(", ").join(self.study.datasets))
        lost = (
            left_out_sentence(score_systems(one.dataset), dataset=name)
            for name, one in zip(self.study.datasets, self.study.diagnoses, strict=True)
        )
        return " ".join([said, *filter(None, lost)])

    @property
    def stem(self) -> str:
        """What its files are called: it is of no one dataset."""
        return self.KIND

    @property
    def signature(self) -> str:
        """Where the numbers come from."""
        return self.study.signature

    @property
    def digests(self) -> dict[str, str]:
        """The SHA-256 of gold and of the systems of every dataset."""
        found = {}
        for diagnosis in self.study.diagnoses:
            dataset = diagnosis.dataset
            found[f"{dataset.name} gold"] = dataset.gold.digest
            found |= {f"{dataset.name} system {one.name}": one.digest for one in dataset.systems}
        return found
