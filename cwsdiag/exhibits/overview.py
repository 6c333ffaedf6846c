"""The scores of all systems of a dataset."""

from __future__ import annotations

import math

from cwsdiag.baselines import LINES
from cwsdiag.charts.rows import scores_chart
from cwsdiag.diagnosis.paired import PairedComparison
from cwsdiag.exhibits.exhibit import Content, exhibit, system_styles, to_system
from cwsdiag.frames import records
from cwsdiag.languages import _, n_
from cwsdiag.output import Table
from cwsdiag.views.columns import SCORES, Column, idle
from cwsdiag.views.look import Lead, PrivateLook
from cwsdiag.views.pairs import between, judged, p_adjusted, punctuation_sentence
from cwsdiag.views.wording import bracketed, gold_words, in_turn, interval, number, points, some_of, together_text

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
    if lead.ahead is not None:
        numbers |= {
            "ahead": lead.ahead.value,
            "ahead_low": lead.ahead.low,
            "ahead_high": lead.ahead.high,
            "p": math.nan if verdict is None else verdict.scores["f1"].p_deciding,
        }
    if verdict is not None and len(lead.level) == 1:
        names = {"best": lead.best, "next": lead.next, "dataset": look.name}
        one = verdict.scores["f1"]
        if one.verdict == "significant" and one.difference > 0:
            title = _("{best} is best on {dataset}", **names)
        else:
            title = _("{best} and {next} are not told apart on {dataset}", **names)
    left_out = idle(records(ranking))
    columns = {key: SCORES[key] for key in _KEYS if key not in left_out and ranking[key].notna().any()}
    return Content(
        title,
        lead_sentence(lead, verdict),
        lead_remark(lead, verdict, dataset=look.name, words=len(look.dataset.gold)) + together_remark(look),
        numbers=numbers,
        chart=lambda size: scores_chart(
            ranking, "f1", "F1", size, styles=system_styles(look), undefined=_("undefined: no word compared")
        ),
        table=lambda: Table(ranking, {"name": Column(_("system")), **columns}).with_best(aside=LINES),
        click=to_system,
    )


def together_remark(look: PrivateLook) -> str:
    """Say why the lead of the best system is by documents or blocks; empty where it is not."""
    lead = look.lead
    return "" if lead is None else together_text(look.diagnosis, *filter(None, (lead.best, lead.next)))


def lead_sentence(lead: Lead, verdict: PairedComparison | None = None) -> str:
    """Say who has the highest F1, by how much, and, where that is known, what the paired test says of it.

    Args:
        lead: of the systems of a dataset.
        verdict: the best against the next that is not level with it.
    """
    level = lead.level or (lead.best,)
    values = {"names": some_of(level, lead.systems), "f1": number(lead.f1.value)}
    if lead.systems == 1:
        return _("{names} has an F1 of {f1}.", **values)
    if lead.ahead is None:
        return _("The highest F1 is {f1}, of {names}.", **values)
    ahead = (lead.ahead if verdict is None else verdict.scores["f1"].interval).value
    values |= {"next": lead.next or "", "points": points(ahead)}
    # Where texts are skipped, each system's own F1 is over other words than both are compared on.
    is_ahead = verdict is None or ahead > 0
    said = (
        n_("{names} leads {next} by {points}", "{names} lead {next} by {points}", len(level), **values)
        if is_ahead
        else _("{names} has the highest F1, but is {points} from {next} over the words compared for both", **values)
    )
    if verdict is None:
        return _("{compared}.", compared=said)
    one = verdict.scores["f1"]
    p = p_adjusted(verdict)
    if one.verdict == "significant":
        sentence = _("{said} (p {p}).", said=said, p=p)
        return in_turn(sentence, punctuation_sentence(verdict, lead.best) if is_ahead else "")
    if one.verdict == "not significant":
        return _("{said}; not significant (p {p}).", said=said, p=p)
    return _("{said}; {verdict}.", said=said, verdict=judged(verdict))


def lead_remark(lead: Lead, verdict: PairedComparison | None = None, *, dataset: str, words: int) -> str:
    """Say what ``lead_sentence`` rests on: F1 of the best, the intervals, the tests.

    Args:
        lead: of the systems of a dataset.
        verdict: the best against the next that is not level with it.
        dataset: its name.
        words: gold words.
    """
    said = _(
        "F1 of {name} on {dataset}: {f1} {interval} over {words}.",
        name=lead.best,
        dataset=dataset,
        f1=number(lead.f1.value),
        interval=interval(lead.f1.low, lead.f1.high),
        words=gold_words(words),
    )
    if lead.ahead is None:
        return said
    ahead = lead.ahead if verdict is None else verdict.scores["f1"].interval
    if not math.isnan(ahead.low):
        said += _(" The lead is within {interval}.", interval=bracketed(ahead.low, ahead.high))
    if verdict is not None and verdict.pairs > 1:
        said += n_(
            " p is adjusted for {n:,} pair of systems.", " p is adjusted for {n:,} pairs of systems.", verdict.pairs
        )
    return said
