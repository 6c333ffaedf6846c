"""Which exhibits PowerPoint draws itself, and as what."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cwsdiag.exhibits.one_system import Kinds, SelfDiagnosis
from cwsdiag.exhibits.overview import Scores
from cwsdiag.exhibits.two_systems import Compare, PairKinds
from cwsdiag.frames import records
from cwsdiag.languages import _
from cwsdiag.report.pptx.charts import Drawn, Series

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.exhibits import Exhibit
    from cwsdiag.frames import Panel

# Systems whose names still have room under their points.
_MOST_SYSTEMS = 12
_COUNT = "#,##0"
_NONE = float("nan")


def native(exhibit: Exhibit) -> Drawn | None:
    """Return an exhibit as a chart of PowerPoint's own; None for what it has no chart for.

    Panels by bucket are drawn where they are of one attribute.
    """
    if isinstance(exhibit, Scores):
        return _scores(exhibit)
    if isinstance(exhibit, SelfDiagnosis) and "attribute" in exhibit.options:
        return _one_panel(exhibit, exhibit.options["attribute"])
    if isinstance(exhibit, Compare) and "attribute" in exhibit.options:
        return _two_systems(exhibit)
    if isinstance(exhibit, PairKinds):
        return _pair_kinds(exhibit)
    return _kinds(exhibit) if isinstance(exhibit, Kinds) else None


def instead(exhibit: Exhibit) -> Drawn | None:
    """Return what stands for the panels of all attributes where they cannot be drawn: that of the costliest bucket."""
    if not isinstance(exhibit, SelfDiagnosis):
        return None
    results, system = exhibit.scene.results, exhibit.options["system"]
    found = results.costliest(system) or results.worst(system)
    return None if found is None else _one_panel(exhibit, found.attribute)


def _scores(exhibit: Scores) -> Drawn | None:
    rows = [row for row in records(exhibit.scene.results.ranking) if row["f1"] == row["f1"]][:_MOST_SYSTEMS]
    if not rows:
        return None
    series = []
    for place, row in enumerate(rows):
        values, low, high = (
            [float(row[key]) if here == place else _NONE for here in range(len(rows))]
            for key in ("f1", "f1_low", "f1_high")
        )
        series.append(Series(row["name"], exhibit.scene.colours[row["name"]], values, low, high))
    return Drawn("points", [row["name"] for row in rows], series, _("F1, with its 95 % interval"))


def _one_panel(exhibit: SelfDiagnosis, attribute: str) -> Drawn | None:
    system = exhibit.options["system"]
    panel = _panel(exhibit.scene.results.panels(system), attribute)
    if panel is None:
        return None
    values, low, high = _columns(panel, "f1", "f1_low", "f1_high")
    one = Series(system, exhibit.scene.colours[system], values, low, high)
    return Drawn("points", _labels(panel), [one], _("F1, with its 95 % interval"), along=_counted(panel))


def _two_systems(exhibit: Compare) -> Drawn | None:
    panel = _panel(exhibit.panels(), exhibit.options["attribute"])
    if panel is None:
        return None
    series = []
    for role, name in exhibit.roles.items():
        values, low, high = _columns(panel, f"f1_{role}", f"low_{role}", f"high_{role}")
        series.append(Series(name, exhibit.scene.colours[name], values, low, high))
    axis = _("F1, with its 95 % interval")
    return Drawn("columns", _labels(panel), series, axis, along=_counted(panel), legend=True, labels=False)


def _pair_kinds(exhibit: PairKinds) -> Drawn:
    rows = records(exhibit.found.kinds_frame)
    series = [
        Series(name, exhibit.scene.colours[name], [float(row[role]) for row in rows])
        for role, name in exhibit.roles.items()
    ]
    return Drawn("bars", [row["label"] for row in rows], series, "", number=_COUNT, legend=True)


def _kinds(exhibit: Kinds) -> Drawn:
    rows = records(exhibit.table().frame)
    system = exhibit.options["system"]
    one = Series(system, exhibit.scene.colours[system], [float(row["count"]) for row in rows])
    labels = [_("{of}: {kind}", of=row["of"], kind=row["kind"]) for row in rows]
    return Drawn("bars", labels, [one], "", number=_COUNT)


def _panel(panels: Sequence[Panel], attribute: str) -> Panel | None:
    return next((panel for panel in panels if panel.key == attribute and len(panel.buckets)), None)


def _labels(panel: Panel) -> list[str]:
    """Return what stands under each bucket: its label, and how much of gold is in it."""
    return [f"{row['label']}\n{row['gold']:,}" for row in panel.rows]


def _counted(panel: Panel) -> str:
    return _("{attribute}, and how many of gold", attribute=panel.title)


def _columns(panel: Panel, *keys: str) -> list[list[float]]:
    rows: list[dict[str, Any]] = panel.rows
    return [[float(row[key]) for row in rows] for key in keys]
