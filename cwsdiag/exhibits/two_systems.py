"""What is shown of two systems: by bucket, the extremes of each attribute, and kinds of errors.

``system`` is A, ``other`` is B in all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cwsdiag.charts.compare import Sides, extremes_chart, pair_chart, pair_kinds_chart
from cwsdiag.charts.theme import Size
from cwsdiag.exhibits.exhibit import Content, RibbonExample, Target, bucket_hovers, example_in, exhibit
from cwsdiag.exhibits.one_system import bucket_words, error_words
from cwsdiag.languages import _, translated
from cwsdiag.output import Table
from cwsdiag.views.buckets import by_attribute, left_aside
from cwsdiag.views.columns import DIFFERENCES, PAIR_KINDS
from cwsdiag.views.look import Look, PrivateLook
from cwsdiag.views.pairs import (
    Pair,
    alike_sentence,
    bucket_table,
    buckets_sentence,
    compare_remark,
    compare_sentence,
    kind_table,
)
from cwsdiag.views.patterns import pair_remark as conventions_remark
from cwsdiag.views.wording import in_turn, points, small_text

_PAIR: dict[str, Any] = {
    "page": "diagnosis",
    "place": {"part": "panels"},
}


@exhibit(
    "compare",
    "F1 of two systems by bucket of every attribute, and their difference",
    missed=True,
    **_PAIR,
)
def compare(
    look: PrivateLook, system: str, other: str, attribute: str | None = None, *, tested: bool = True
) -> Content:
    """Return F1 of two systems in every bucket and their difference, of all attributes or of one."""
    pair = look.pair(system, other, tested=tested)
    panels = [panel for panel in pair.panels if attribute in (None, panel.key)]
    names: dict[str, str] = {"a": system, "b": other, "dataset": look.name}
    title, of_attribute = _("F1 by bucket: {a} and {b} on {dataset}", **names), dict[str, Any]()
    if attribute is not None:
        title = _("F1 by {attribute}: {a} and {b} on {dataset}", attribute=translated(panels[0].title), **names)
        row = max(
            [row for row in panels[0].rows if row["verdict"] == "significant"],
            key=lambda row: abs(row["difference"]),
            default=dict[str, Any](),
        )
        of_attribute["numbers"] = {key: float(row[key]) for key in ("difference", "low", "high", "p_adjusted") if row}
        of_attribute["glance"] = [points(abs(row["difference"]) / 100)] if row else []
        buckets = pair.buckets_of(attribute)
        if buckets is not None and not pair.alike:
            of_attribute["sentence"] = by_attribute(panels[0], buckets_sentence(pair, buckets, both=True))
    small = small_text(look.diagnosis, system, other)
    return _content(
        look,
        pair,
        title=title,
        chart=lambda size: pair_chart(panels, size, sides=sides(look, pair), small=small, hover=_hovers(pair, size)),
        table=lambda: Table(bucket_table(panels), DIFFERENCES),
        click=lambda mark: _words(pair, mark),
        **of_attribute,
    )


@exhibit("extremes", "the lowest and the highest difference of two systems in each attribute", missed=True, **_PAIR)
def extremes(look: PrivateLook, system: str, other: str, *, tested: bool = True) -> Content:
    """Return the lowest and the highest difference of each attribute."""
    pair = look.pair(system, other, tested=tested)

    def table() -> Table:
        ends = {(panel.key, end) for panel in pair.panels for end in (panel.worst, panel.best) if end is not None}
        untested = () if tested else ("p_adjusted", "detectable", "q", "cost_a", "cost_b")
        return Table(
            [row for row in bucket_table(pair.panels) if (row["attribute"], row["bucket"]) in ends],
            {key: column for key, column in DIFFERENCES.items() if key not in untested},
        )

    return _content(
        look,
        pair,
        title=_(
            "Lowest and highest difference of each attribute: {a} − {b} on {dataset}",
            **{"a": system, "b": other, "dataset": look.name},
        ),
        chart=lambda size: extremes_chart(pair.panels, size, sides=sides(look, pair), hover=_hovers(pair, size)),
        table=table,
        click=lambda mark: _words(pair, mark),
    )


@exhibit("pair-kinds", "gold words that two systems miss, by shape and by cause of the error", **_PAIR)
def pair_kinds(look: PrivateLook, system: str, other: str, *, tested: bool = True) -> Content:
    """Return the errors of two systems by kind."""
    pair = look.pair(system, other, tested=tested)

    def click(mark: Sequence[Any]) -> Target:
        of, kind, role = map(str, mark)
        own, against = (system, other) if role == "a" else (other, system)
        return error_words(own, other=against, **{of: kind})

    return _content(
        look,
        pair,
        title=_("Errors by kind: {a} and {b} on {dataset}", a=system, b=other, dataset=look.name),
        chart=lambda size: pair_kinds_chart(kind_table(pair), size, sides=sides(look, pair)),
        table=lambda: Table(kind_table(pair), PAIR_KINDS),
        click=click,
    )


def _hovers(pair: Pair, size: Size) -> dict[tuple[str, int], str]:
    """Return what is said of each bucket under the pointer; nothing in a picture."""
    return (
        bucket_hovers(Table(bucket_table(pair.panels), DIFFERENCES), "difference", "low", "high") if size.live else {}
    )


def sides(look: PrivateLook, pair: Pair) -> Sides:
    """Return the two systems of a chart."""
    a, b = pair.systems["a"], pair.systems["b"]
    return Sides(a, b, look.colours[a], look.colours[b])


def _content(look: PrivateLook, pair: Pair, **more: Any) -> Content:
    """Return a content about two systems: who is ahead, by how much, what the test says; ``more`` is what differs."""
    shared: dict[str, Any] = {"example": lambda: _example(look, pair)}
    if pair.tested is not None:
        one = pair.tested.scores["f1"]
        shared["numbers"] = {"difference": one.difference, "low": one.low, "high": one.high, "p": one.p_deciding}
    if pair.alike:
        shared["sentence"] = alike_sentence(pair, dataset=look.name)
    else:
        shared |= {"sentence": compare_sentence(pair, dataset=look.name), "remark": pair_remarks(look, pair)}
    return Content(**shared | more)


def pair_remarks(look: PrivateLook, pair: Pair) -> str:
    """Return how what is said of two systems is to be taken: conventions in a lead, the test, what is left aside."""
    remark, conventions = compare_remark(pair) + left_aside(look.diagnosis), ""
    sure = pair.tested is not None and pair.tested.scores["f1"].verdict == "significant"
    if sure and isinstance(look, Look):
        conventions = conventions_remark(look, pair.other, pair.better)
    return in_turn(conventions, remark)


def _words(pair: Pair, mark: Sequence[Any]) -> Target | None:
    """Return the words behind a mark: of a bucket; what one system gets wrong there, or what only one gets right."""
    attribute, bucket, what = mark
    a, b = pair.systems["a"], pair.systems["b"]
    if what == "b":
        a, b = b, a
    return bucket_words(
        {"system": a, "other": b}, attribute, bucket, {"": "all", "a": "wrong", "b": "wrong"}.get(str(what), str(what))
    )


def _example(look: PrivateLook, pair: Pair) -> RibbonExample | None:
    """Return a sentence with a word that only the better one gets right, in the bucket where it leads most."""
    if pair.alike:
        return None
    ahead = [] if pair.buckets is None else pair.buckets.ahead
    attribute, bucket = (ahead[0].panel.key, ahead[0].row["bucket"]) if ahead else (None, None)
    return example_in(look, pair.systems, attribute, bucket, show=f"only_{pair.role}")
