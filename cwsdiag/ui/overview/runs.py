"""Models of several runs, a part of the Overview: a row each, and the best of them beside the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cwsdiag.languages import _, lazy, p_lazy
from cwsdiag.ui.shell import leads, tables, widgets
from cwsdiag.views.columns import RUN_PAIRS, RUNS_TABLE
from cwsdiag.views.runs import best_run_sentence, drawn_sentence, runs_of

if TYPE_CHECKING:
    from cwsdiag.ui.shell.view import View
    from cwsdiag.views.look import PrivateLook


def part(view: View) -> None:
    """Draw the part; nothing where no model was run several times."""
    look = view.look
    if not look.dataset.runs:
        return
    found = runs_of(look)
    widgets.heading(_("Several runs of a model"), _("means over its runs, with their standard deviation (SD)"))
    tables.names_table(
        found.table,
        tables.columns(RUNS_TABLE, [key for key in RUNS_TABLE if key != "name" and found.table[key].notna().any()]),
        {"name": lazy("system")},
        key="runs table",
        lead=lambda name: leads.to_system(_first_run(look, name)),
        alt=_("Mean scores of every model over its runs"),
    )
    if best := best_run_sentence(look):
        widgets.note(best)
    if not found.pairs.empty:
        tables.names_table(
            found.pairs,
            tables.columns(RUN_PAIRS, ("f1", "low", "high", "share")),
            {"first": lazy("system"), "second": p_lazy("the second system of a pair", "other")},
            key="run pairs",
            lead=lambda first, second: leads.to_pair(_first_run(look, first), _first_run(look, second)),
            alt=_("The difference in mean F1 of the best and every other"),
        )
        widgets.note(drawn_sentence(look))
    widgets.note(_("Each run is a system of its own on all pages; a click leads to the first one."))


def _first_run(look: PrivateLook, name: str) -> str:
    return look.dataset.runs.get(name, (name,))[0]
