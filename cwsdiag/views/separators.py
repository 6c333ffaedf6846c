"""Scores by separators: their rows, and what is said of them."""

from __future__ import annotations

from dataclasses import replace

from cwsdiag.frames import ENDS, MEASURES, span
from cwsdiag.languages import _, n_, p_, translated
from cwsdiag.separators import SeparatorDistances, SeparatorScore, count_separators
from cwsdiag.views.columns import SEPARATORS, Column, column
from cwsdiag.views.rows import Row
from cwsdiag.views.wording import listed, number, some_of

# So many references are named.
_NAMED_REFERENCES = 3


def best_first(distances: SeparatorDistances) -> SeparatorDistances:
    """Return distances with the system of the highest F against gold first; undefined ones come last."""
    f1 = [score.f1 for score in distances.scores]
    order = sorted(range(len(f1)), key=lambda place: (f1[place] != f1[place], -f1[place]))
    return replace(
        distances,
        scores=tuple(distances.scores[place] for place in order),
        ranges=tuple(distances.ranges[place] for place in order if distances.ranges),
    )


_KEYS = ("name", "sub", "ins", "del", "distance", "precision", "recall", "f1", "coverage", "system_coverage")


def score_row(score: SeparatorScore) -> Row:
    """Return the scores of a system, one value a key."""
    return {key: getattr(score, "dels" if key == "del" else key) for key in _KEYS}


def range_rows(distances: SeparatorDistances) -> list[Row]:
    """Return a row a system: each score and count against the intersection and the union, such as ``f1_union``.

    Both are gold where gold is the only reference.
    """
    pairs = distances.ranges or [(score, score) for score in distances.scores]
    return [
        {"name": pair[0].name}
        | {f"{key}_{end}": value for end, one in zip(ENDS, pair, strict=True) for key, value in score_row(one).items()}
        for pair in pairs
    ]


def range_columns() -> dict[str, Column]:
    """Return the columns of ``range_rows``: scores against all and any of the references, then counts."""
    keys = [(key, end) for key in ("precision", "recall", "f1") for end in ENDS]
    keys += [(key, end) for end in ENDS for key in ("sub", "ins", "del")]
    columns = {"name": column("system")}
    for key, end in keys:
        label = translated(SEPARATORS[key].label)
        label = _("{column} all", column=label) if end == ENDS[0] else _("{column} any", column=label)
        columns[f"{key}_{end}"] = SEPARATORS[key].called(label)
    return columns


def headline(distances: SeparatorDistances, *, dataset: str, systems: int) -> tuple[str, str]:
    """Return what the page shows as one may quote it, and how it is to be taken."""
    inner, outer = count_separators(distances.intersection), count_separators(distances.union)
    shared = _("{inner:,} separators in all of them, {outer:,} in any", inner=inner, outer=outer)
    if not systems:
        return _("No system of {dataset} can be compared by separators.", dataset=dataset), ""
    if not distances.scores:
        sentence = _(
            "Gold and all systems of {dataset} are references: {shared}. No system is left to score.",
            dataset=dataset,
            shared=shared,
        )
        return sentence, _("Take one out of the references to see how far it is from the others.")
    best = distances.scores[0]
    if best.f1 != best.f1:
        return _(
            "No F is defined on {dataset}: where a side has no separator there is nothing to divide by.",
            dataset=dataset,
        ), ""
    level = [score.name for score in distances.scores if score.f1 == best.f1]
    values = {"names": some_of(level, len(distances.scores)), "dataset": dataset, "f1": number(best.f1)}
    if len(level) == 1:
        sentence = _("{names} has the highest F by separators on {dataset}: {f1}.", **values)
    else:
        sentence = _("The highest F by separators on {dataset} is {f1}, of {names}.", **values)
    if not distances.ranges:
        return sentence, _(
            "Of {separators} {name} lacks {missing:,}, and it has {extra:,} that gold lacks.",
            separators=n_("{n:,} gold separator", "{n:,} gold separators", best.sub + best.ins),
            name=best.name,
            missing=best.ins,
            extra=best.dels,
        )
    references = [_("gold"), *(reference.name for reference in distances.references[1:])]
    several = n_("{n:,} reference", "{n:,} references", len(references))
    between = p_("between the ends of a range", " to ")
    spans = {measure: span([getattr(end, measure) for end in distances.ranges[0]], between) for measure in MEASURES}
    return sentence, _(
        "Against {references} ({shared}): {scores}.",
        references=listed(references) if len(references) <= _NAMED_REFERENCES else several,
        shared=shared,
        scores=_("precision {precision}, recall {recall}, F {f1}", **spans),
    )
