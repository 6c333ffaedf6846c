"""What is shown of all datasets of a project together."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

from cwsdiag.charts.study_ranks import ranks_chart
from cwsdiag.errors import SettingError
from cwsdiag.exhibits.exhibit import Content, exhibit
from cwsdiag.exhibits.table import Table
from cwsdiag.languages import _, lazy
from cwsdiag.scores import score_systems
from cwsdiag.views.across.systems import headline, mean_f1
from cwsdiag.views.columns import Column
from cwsdiag.views.fidelity import left_out_sentence

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cwsdiag.charts.layout import Spec
    from cwsdiag.charts.sizes import Size
    from cwsdiag.exhibits.scene import Scene
    from cwsdiag.study import Nemenyi, Study


@exhibit(
    "across",
    "F1 of all systems on all datasets, and which systems differ over them",
    page="study",
    of_project=True,
)
def across(scene: Scene) -> Content:
    """Return F1 of all systems on all datasets: who is best on average, and which differ.

    Raises:
        SettingError: there is no project around the dataset.
    """
    if scene.across is None:
        raise SettingError(lazy("{dataset} is of no project, so there is nothing across datasets.", dataset=scene.name))
    study = scene.across()
    sentence, remark = headline(study)
    means, apart = mean_f1(study), study.models_apart()
    return Content(
        _("All systems on all datasets"),
        sentence,
        remark,
        {"mean_f1": next(iter(means.values())), "p": study.models_test().p} if means else {},
        chart=None if apart is None else lambda size: apart_chart(apart, size, colours=scene.colours),
        table=lambda: _scores(study),
        source=_source(study),
    )


def apart_chart(
    apart: Nemenyi, size: Size, *, colours: Mapping[str, str], roles: Mapping[str, str] | None = None
) -> Spec:
    """Return systems by their mean rank, with bars over those that do not differ."""
    ranks = apart.ranks.tolist()
    groups, critical = apart.groups, apart.critical_difference
    return ranks_chart(apart.treatments, ranks, groups, critical, size, colours=colours, roles=roles)


def _scores(study: Study) -> Table:
    """Return F1 of every system on every dataset, and its mean; the best first."""
    # By number: two datasets may be called alike, and one as a column beside it.
    datasets = {f"dataset {place}": Column(name, format="score") for place, name in enumerate(study.datasets)}
    scores = dict(zip(study.models, study.f1, strict=True))
    rows = [
        {"name": name, "mean": mean, **dict(zip(datasets, scores[name].tolist(), strict=True))}
        for name, mean in mean_f1(study).items()
    ]
    columns = {"name": Column(lazy("system")), **datasets, "mean": Column(lazy("mean"), format="score")}
    return Table(pd.DataFrame(rows, columns=list(columns)), columns)


def _source(study: Study) -> str:
    """Name the datasets, and what is left out of their scores."""
    names = _("{n} datasets: {names}.", n=len(study.datasets), names=_(", ").join(study.datasets))
    lost = (
        left_out_sentence(score_systems(one.dataset), dataset=name)
        for name, one in zip(study.datasets, study.diagnoses, strict=True)
    )
    return " ".join([names, *filter(None, lost)])
