"""The scores of all systems of a dataset."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from cwsdiag.charts.rows import scores_chart
from cwsdiag.exhibits.exhibit import Content, exhibit
from cwsdiag.languages import _
from cwsdiag.output.table import Table
from cwsdiag.views.columns import COVERAGES, SCORES, Column
from cwsdiag.views.pairs.verdicts import between, lead_sentence

if TYPE_CHECKING:
    from cwsdiag.views.look import PrivateLook

_KEYS = ("f1", "f1_low", "f1_high", "precision", "recall", "oov_recall", "iv_recall")


@exhibit("scores", "F1 of every system with its 95 % interval, best first", page="overview")
def scores(look: PrivateLook, *, tested: bool = True) -> Content:
    """Return F1 of every system, and whether the best is told apart from the next.

    Args:
        look: what is shown.
        tested: whether the paired tests are waited for.
    """
    results, ranking = look, look.ranking
    lead = results.lead
    title = _("F1 of all systems on {dataset}", dataset=look.name)
    if lead is None:
        return Content(title, _("No system has a word that could be compared, so there is no score."))
    verdict = between(look.verdicts() if tested else (), lead.best, lead.next or "")
    numbers = {"f1": lead.f1.value, "f1_low": lead.f1.low, "f1_high": lead.f1.high}
    if lead.ahead is not None and lead.next is not None:
        p = math.nan if verdict is None else verdict.scores["f1"].p_deciding
        numbers |= {"ahead": lead.ahead.value, "ahead_low": lead.ahead.low, "ahead_high": lead.ahead.high, "p": p}
    columns = {key: SCORES[key] for key in _KEYS if key in ranking and ranking[key].notna().any()}
    columns |= {key: SCORES[key] for key in COVERAGES if key in ranking and (ranking[key] < 1).any()}
    return Content(
        title,
        lead_sentence(lead, dataset=look.name, words=len(results.dataset.gold), verdict=verdict),
        numbers=numbers,
        chart=lambda size: scores_chart(ranking, size, colours=look.colours, roles=look.roles),
        table=lambda: Table(ranking, {"name": Column(_("system")), **columns}),
        click=lambda mark: ("self", {"system": str(mark[0])}),
    )
