"""What a project says of curves: F1 of a model of one's own as sources are added to the training data of a dataset."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cwsdiag.errors import ProjectError
from cwsdiag.languages import lazy
from cwsdiag.languages.visible import visible
from cwsdiag.project.toml_table import Table
from cwsdiag.study.own_curves import OwnCurve

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.study.own_curves import OrderName

_KEYS = ("name", "dataset", "order", "f1")
_ORDERS: tuple[OrderName, ...] = ("max", "min")
_MOST = 100.0
# Scores are in per cent; if none is above this, somebody wrote 0.96 for 96.
_NO_PER_CENT = 1.0


def read_curves(study: Table) -> tuple[OwnCurve, ...]:
    """Return the curves of the table of a study.

    Raises:
        ProjectError: one is not complete, or not in per cent.
    """
    found = []
    for number, values in enumerate(study.tables("curve"), start=1):
        table = Table(study.file, lazy("[[study.curve]] number {number}", number=number), values)
        table.only(_KEYS)
        named = isinstance(values.get("order"), list)
        order = tuple(map(visible, table.texts("order"))) if named else table.choice("order", _ORDERS) or "max"
        found.append(OwnCurve(table.text("name"), table.text("dataset"), order, _runs(table)))
    return tuple(found)


def check_curves(file: str, curves: Sequence[OwnCurve], datasets: Sequence[str]) -> None:
    """Check that curves are on datasets of the project, and add others of them once each.

    Raises:
        ProjectError: one does not.
    """
    for curve in curves:
        named = curve.order if isinstance(curve.order, tuple) else ()
        sources = {name for name in datasets if name != curve.target}
        if curve.target in datasets and set(named) <= sources and len(set(named)) == len(named):
            continue
        raise ProjectError(
            lazy(
                "{path}: curve {name!r}: dataset must name a dataset of this project, and order others of them, each "
                "once. Available: {names}.",
                path=file,
                name=curve.name,
                names=", ".join(map(repr, datasets)) or lazy("none"),
            )
        )


def _runs(table: Table) -> tuple[tuple[float, ...], ...]:
    given = table.values.get("f1")
    several = isinstance(given, list) and all(isinstance(one, list) for one in given)
    lists: list[Any] = given if isinstance(given, list) and several else [given]
    if not lists or not all(map(_is_run, lists)) or len(set(map(len, lists))) > 1:
        raise table.error(
            lazy(
                "f1 must be a list of numbers from 0 to 100, or several of equal length, a list a run: with the "
                "dataset's training data alone, then after each source"
            )
        )
    if max(map(max, lists)) <= _NO_PER_CENT:
        raise table.error(lazy("f1 is in per cent: write 96.46 for 0.9646"))
    return tuple(tuple(map(float, run)) for run in lists)


def _is_run(given: Any) -> bool:
    # To Python, true is a number too.
    return (
        isinstance(given, list)
        and bool(given)
        and all(type(value) in (int, float) and 0 <= value <= _MOST for value in given)
    )
