"""What is shown of a dataset as the bakeoffs have it: scores, which differences are real, how many new words are found.

BASE and TOP are lines, and no systems of their own, where they were asked for.
"""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from cwsdiag.charts.matrices import ALIKE, letters, pairs_chart
from cwsdiag.charts.rows import CorpusScores, corpora_chart, oov_chart, separators_chart
from cwsdiag.errors import SettingError
from cwsdiag.exhibits.exhibit import Content, exhibit, names_of_datasets, system_styles, to_system
from cwsdiag.exhibits.one_system import error_words
from cwsdiag.exhibits.overview import together_remark
from cwsdiag.frames import records
from cwsdiag.languages import _, lazy
from cwsdiag.output import Emphasis, Place, Table
from cwsdiag.separators import SeparatorDistances, comparable, separator_distances
from cwsdiag.views import separators as boundaries
from cwsdiag.views import standings
from cwsdiag.views.columns import BAKEOFF, BAKEOFF_PAIRS, COVERAGES, SCORES, SEPARATORS, column
from cwsdiag.views.look import Look, PrivateLook
from cwsdiag.views.pairs import verdict_text
from cwsdiag.views.standings import bakeoff_sentence, bakeoff_verdict, leaders, oov_sentence, oov_table, rules_sentence
from cwsdiag.views.wording import in_turn, number

# What pairs are tested by beside F.
_MEASURES = ("precision", "recall", "oov_recall", "iv_recall")


@exhibit("bakeoff", "the scores of the SIGHAN bakeoffs of every system, by track", page="scores")
def bakeoff(look: PrivateLook, *, pairs: pd.DataFrame | None = None) -> Content:
    """Return the scores of every system, and who leads.

    Args:
        look: what is shown.
        pairs: the pairs with their tests, where these are known.
    """
    ranked = standings.ranked(look)
    title = _("Bakeoff scores on {dataset}", dataset=look.name)
    tested = pairs is not None and bool(pairs["tested"].any() if len(pairs) else False)
    leading = leaders(ranked, standings.pairs(look, ranked, ()) if pairs is None else pairs)
    left_out = {"track"} if ranked["track"].isna().all() else set()
    left_out |= {key for key in COVERAGES if not (ranked[key] < 1).any()}
    table = Table(
        ranked.astype({"track": object}).fillna({"track": ""}),
        {key: column for key, column in BAKEOFF.items() if key not in left_out},
    ).with_best(aside=look.lines)
    if not leading:
        sentence = _("No system has a word that could be compared, so there is no score.")
        return Content(title, sentence, table=lambda: table)
    sentence = bakeoff_sentence(leading, dataset=look.name)
    remark = in_turn(*(bakeoff_verdict(one, tested=tested) for one in leading))
    if len(leading) == 1:
        sentence, remark = in_turn(sentence, remark), together_remark(look).strip()
    keys = {"recall": "recall", "c_r": "c_r", "precision": "precision", "c_p": "c_p", "f": "f1"}
    return Content(
        title, sentence, remark, {key: float(leading[0].best[of]) for key, of in keys.items()}, table=lambda: table
    )


@exhibit("bakeoff-rule", "which pairs of systems differ by the rule of the bakeoffs", page="scores")
def by_rule(look: PrivateLook, *, pairs: pd.DataFrame | None = None) -> Content:
    """Return which pairs differ by the bakeoff's rule, framed where the paired test says otherwise."""
    return _matrix(look, pairs, of_rule=True)


@exhibit("bakeoff-test", "which pairs of systems differ by the paired test, in points of F", page="scores")
def by_test(look: PrivateLook, *, pairs: pd.DataFrame | None = None) -> Content:
    """Return the differences of F of all pairs, and which of them the paired test finds."""
    return _matrix(look, pairs, of_rule=False)


def _matrix(look: PrivateLook, pairs: pd.DataFrame | None, *, of_rule: bool) -> Content:
    ranked = standings.ranked(look)
    every = standings.pairs(look, ranked, look.bakeoff_verdicts()) if pairs is None else pairs
    if every.empty:
        raise SettingError(lazy("{dataset} has one system, so there is no pair.", dataset=look.name))
    tested = every[every["tested"]]
    count, apart = len(tested) // 2, int((tested["differ"] != tested["significant"]).sum()) // 2
    differing = int(every["differ" if of_rule else "significant"].sum()) // 2
    names = ranked["name"].tolist()
    if of_rule:
        title = _("Pairs that differ by the bakeoff's rule on {dataset}", dataset=look.name)
        sentence = _("By the bakeoff's rule {n:,} of {pairs:,} pairs differ.", n=differing, pairs=len(every) // 2)
    else:
        title = _("Pairs that differ by the paired test on {dataset}", dataset=look.name)
        sentence = _("By the paired test {n:,} of {pairs:,} pairs tested differ.", n=differing, pairs=count)
    return Content(
        title,
        sentence,
        rules_sentence(count, apart) if count else "",
        {"differ": float(differing)},
        chart=lambda size: pairs_chart(names, every, size, by_rule=of_rule, roles=look.roles),
        table=lambda: pairs_table(every, names),
        click=lambda mark: ("compare", {"system": mark[0], "other": mark[1]}) if mark[0] != mark[1] else None,
    )


def pairs_table(pairs: pd.DataFrame, names: Sequence[str]) -> Table:
    """Return each two systems once, the one before that stands further up; significant differences stand out.

    Args:
        pairs: of ``standings.pairs``.
        names: of the systems, in the order of the standings.
    """
    place = {name: at for at, name in enumerate(names)}
    once = pairs[pairs["first"].map(place) < pairs["second"].map(place)].reset_index(drop=True)
    rows = once.assign(
        low=once["f1_low"],
        high=once["f1_high"],
        verdict=[verdict_text(verdict) for verdict in once["verdict"]],
        rule=[letters(row) or ALIKE for row in records(once)],
        **{score: once[f"{score}_difference"] for score in _MEASURES},
    )
    idle = [score for score in _MEASURES if rows[score].isna().all()]
    strong: dict[Place, Emphasis] = {
        (at, score): "strong" for score in _MEASURES for at, sure in enumerate(rows[f"{score}_significant"]) if sure
    }
    return Table(rows, {key: one for key, one in BAKEOFF_PAIRS.items() if key not in idle}, emphasis=strong)


@exhibit("oov", "OOV recall of every system with its 95 % interval, best first; needs training data", page="scores")
def oov(look: PrivateLook) -> Content:
    """Return OOV recall of every system with its interval.

    Raises:
        SettingError: there is no OOV word, or no training data to tell which words are.
    """
    rows = oov_table(look.oov_recalls)
    if rows.empty:
        raise SettingError(lazy("{dataset} has no OOV words, or no training data.", dataset=look.name))
    title = _("OOV recall on {dataset}", dataset=look.name)
    own = rows[~rows["name"].isin(list(look.lines))]
    names = ("oov_recall", "oov_recall_low", "oov_recall_high")
    columns = {
        "name": column("system"),
        "oov_recall": SCORES["oov_recall"],
        "oov_recall_low": column("low", "Lower end of its 95 % interval.", "score"),
        "oov_recall_high": column("high", "Upper end of its 95 % interval.", "score"),
        "found": column("found", "OOV words that the system has.", "count"),
        "oov_words": column("OOV words", "Those that were compared.", "count"),
    }
    return Content(
        title,
        oov_sentence(rows, lines=look.lines, dataset=look.name) or f"{title}.",
        numbers={name: float(own.iloc[0][name]) for name in names} if len(own) else {},
        chart=lambda size: oov_chart(rows, size, styles=system_styles(look)),
        table=lambda: Table(rows, columns),
        click=(lambda mark: error_words(mark[0], cause="oov")) if isinstance(look, Look) else to_system,
    )


@exhibit("corpora", "F of every system by corpus and track, with BASE and TOP", page="scores", of_project=True)
def corpora(look: PrivateLook, *, scores: Sequence[CorpusScores] | None = None) -> Content:
    """Return F of all systems on all datasets of a project.

    Args:
        look: of any of them.
        scores: of each dataset; those of the project without them.
    """
    if scores is None:
        datasets = [diagnosis.dataset for diagnosis in look.study.diagnoses]
        scores = [CorpusScores(one.name, one.name, standings.with_lines(one)) for one in datasets]
    rows = [{"corpus": one.name, **row} for one in scores for group in one.groups.values() for row in group]
    best = []
    for one in scores:
        own = [row for group in one.groups.values() for row in group if not row["line"] and row["f1"] == row["f1"]]
        best += [{"corpus": one.name, **max(own, key=lambda row: row["f1"])}] if own else []
    leads = [
        _("{name} leads {place} with F {f1}", name=row["name"], place=row["corpus"], f1=number(row["f1"]))
        for row in best
    ]
    every, keys = _("; ").join(leads), ("f1", "precision", "recall", "oov_recall")
    columns = {"corpus": column("dataset"), "track": BAKEOFF["track"], "name": BAKEOFF["name"]}
    return Content(
        _("F by corpus and track"),
        f"{every}." if leads else _("No system has a word that could be compared, so there is no score."),
        numbers={f"f1 {row['corpus']}": float(row["f1"]) for row in best},
        chart=lambda size: corpora_chart(scores, size, styles=system_styles(look)),
        table=lambda: Table(rows, columns | {key: BAKEOFF[key] for key in keys}),
        source=names_of_datasets([one.name for one in scores]),
    )


@exhibit(
    "separators",
    "precision, recall and F of every system by separators, against gold",
    page="scores",
    place={"part": "separators"},
)
def separators(look: PrivateLook, *, scores: SeparatorDistances | None = None) -> Content:
    """Return the scores by separators of every system, the highest F first.

    Args:
        look: what is shown.
        scores: against further references, or with other costs; against gold alone without them.
    """
    dataset = look.dataset
    if scores is None:
        scores = boundaries.best_first(separator_distances([dataset.gold], comparable(dataset.systems)))
    rows = [boundaries.score_row(score) for score in scores.scores]
    best = scores.scores[0] if scores.scores else None
    keys = [key for key in SEPARATORS if key not in COVERAGES or any(row[key] < 1 for row in rows)]
    sentence, remark = boundaries.headline(scores, dataset=look.name, systems=len(comparable(dataset.systems)))
    ranges = pd.DataFrame(boundaries.range_rows(scores))
    return Content(
        _("Scores by separators on {dataset}", dataset=look.name),
        sentence,
        remark,
        {} if best is None else {"f1": best.f1, "precision": best.precision, "recall": best.recall},
        chart=None if not rows else lambda size: separators_chart(ranges, size, styles=system_styles(look)),
        table=lambda: Table(rows, {"name": column("system"), **{key: SEPARATORS[key] for key in keys}}),
        click=to_system,
    )
