"""The scores of all systems of a dataset."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from cwsdiag.baselines import LINES
from cwsdiag.charts.rows import scores_chart
from cwsdiag.exhibits.exhibit import Content, exhibit
from cwsdiag.frames import records
from cwsdiag.languages import _
from cwsdiag.output.table import Table
from cwsdiag.views.buckets import UNITS, gold_said
from cwsdiag.views.columns import SCORES, Column, idle
from cwsdiag.views.pairs import between, judged, punctuation_sentence
from cwsdiag.views.units import together_said
from cwsdiag.views.wording import bracketed, interval, number, points, some_of

if TYPE_CHECKING:
    from typing import Any

    from cwsdiag.diagnosis.paired import PairedComparison
    from cwsdiag.views.look import Lead, PrivateLook

_KEYS = tuple(key for key in SCORES if key not in ("words", "matched"))


@exhibit("scores", "F1 of every system with its 95 % interval, best first", page="summary")
def scores(look: PrivateLook, *, tested: bool = True) -> Content:
    """Return F1 of every system, and whether the best is told apart from the next.

    Args:
        look: what is shown.
        tested: whether the paired tests are waited for.
    """
    ranking, lead = look.ranking, look.lead
    title = _("F1 of all systems on {dataset}", dataset=look.name)
    if lead is None:
        return Content(title, _("No system has a word that could be compared, so there is no score."))
    verdict = between(look.verdicts() if tested else (), lead.best, lead.next or "")
    numbers = {"f1": lead.f1.value, "f1_low": lead.f1.low, "f1_high": lead.f1.high}
    if lead.ahead is not None and lead.next is not None:
        p = math.nan if verdict is None else verdict.scores["f1"].p_deciding
        numbers |= {"ahead": lead.ahead.value, "ahead_low": lead.ahead.low, "ahead_high": lead.ahead.high, "p": p}
    left_out = idle(records(ranking))
    columns = {key: SCORES[key] for key in _KEYS if key not in left_out and ranking[key].notna().any()}
    return Content(
        title,
        lead_sentence(lead, dataset=look.name, words=len(look.dataset.gold), verdict=verdict),
        lead_remark(look),
        numbers=numbers,
        chart=lambda size: scores_chart(ranking, size, colours=look.colours, roles=look.roles),
        table=lambda: Table(ranking, {"name": Column(_("system")), **columns}).with_best(aside=LINES),
        click=lambda mark: ("self", {"system": str(mark[0])}),
    )


def lead_remark(look: PrivateLook) -> str:
    """Say why the lead of the best system is by documents or blocks; empty where it is not."""
    lead = look.lead
    return "" if lead is None else together_said(look.diagnosis, *filter(None, (lead.best, lead.next))).strip()


def lead_sentence(lead: Lead, *, dataset: str, words: int, verdict: PairedComparison | None = None) -> str:
    """Say who has the highest F1, by how much, and, where that is known, what the paired test says of it.

    Args:
        lead: of the systems of a dataset.
        dataset: its name.
        words: gold words.
        verdict: the best against the next that is not level with it.
    """
    told = {"dataset": dataset, "f1": number(lead.f1.value), "words": gold_said(words, UNITS["word"])}
    if len(lead.level) > 1:
        told["names"] = some_of(lead.level, lead.systems)
        said = _("{names} share the highest F1 on {dataset}: {f1} over {words}", **told)
    else:
        told |= {"name": lead.best, "interval": interval(lead.f1.low, lead.f1.high)}
        if lead.ahead is None:
            return _("{name} on {dataset}: F1 {f1} {interval} over {words}.", **told)
        said = _("{name} has the highest F1 on {dataset}: {f1} {interval} over {words}", **told)
    if lead.ahead is None:
        return _("{said}.", said=said)
    ahead = lead.ahead if verdict is None else verdict.scores["f1"].interval
    within = "" if math.isnan(ahead.low) else f" {bracketed(ahead.low, ahead.high)}"
    values: dict[str, Any] = {"said": said, "next": lead.next, "points": f"{points(ahead.value)}{within}"}
    if verdict is None:
        return _("{said}, {points} ahead of {next}.", **values)
    values["verdict"] = judged(verdict)
    if ahead.value > 0:
        said = _("{said}, {points} ahead of {next}: {verdict}.", **values)
        alone = punctuation_sentence(verdict, lead.best)
        return _("{first} {second}", first=said, second=alone) if alone else said
    # Where texts are skipped, each system's own F1 is over other words than both are compared on.
    return _("{said}; over the words compared for both it is {points} from {next}: {verdict}.", **values)
