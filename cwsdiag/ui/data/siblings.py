"""The datasets that belong together: those of the project that the open one is of, and scores over all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

from cwsdiag.baselines import BASE, TOP, clash
from cwsdiag.ui.data import cached
from cwsdiag.ui.data.file import model_of
from cwsdiag.ui.shell.tables import FULL, MEAN

if TYPE_CHECKING:
    from cwsdiag.ui.data.catalogue import Entry
    from cwsdiag.ui.shell.view import View


def siblings(view: View) -> dict[str, Entry]:
    """Return the datasets of the project that the open one belongs to, by id; none for uploads."""
    if view.entry is None or view.entry.origin == "upload":
        return {}
    return of_same_project(view, view.entry)


def of_same_project(view: View, entry: Entry) -> dict[str, Entry]:
    """Return the datasets that come from where one comes from, by id; it is among them."""
    return {id: other for id, other in view.catalogue.entries.items() if other.origin == entry.origin}


def f1_table(entries: dict[str, Entry], *, baselines: bool = False) -> pd.DataFrame:
    """Return F1 with a row a system and a column a dataset, and the mean of complete rows; best mean first.

    A session may call a system otherwise on each dataset: here it is one, under the name that the project gives it.

    Args:
        entries: the datasets.
        baselines: whether BASE and TOP are among the systems.
    """
    columns = {id: _f1_of(entry, among=len(entries), baselines=baselines) for id, entry in entries.items()}
    names = list(dict.fromkeys(name for column in columns.values() for name in column.index))
    table = pd.DataFrame({id: column.reindex(names) for id, column in columns.items()}, index=names)
    table[MEAN] = table.mean(axis=1, skipna=False)
    order = table.assign(known=table.mean(axis=1)).sort_values([MEAN, "known"], ascending=False, kind="stable").index
    table.insert(0, FULL, table.index)
    return table.loc[order].reset_index(drop=True)


def _f1_of(entry: Entry, *, among: int, baselines: bool) -> pd.Series[float]:
    scores = cached.bakeoff(entry, among=among)
    if scores is None:
        return pd.Series(dtype=float)
    models = {file.name: model_of(file) for file in entry.files.systems}
    f1 = scores.set_index("name")["f1"].rename(models)
    # A system of one's own may be called so; then the two lines are not there.
    own = baselines or clash(file.name for file in entry.files.systems)
    return f1 if own else f1.drop([BASE, TOP], errors="ignore")
