"""Scores by separators: their rows, and what is said of them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cwsdiag.frames import ENDS, MEASURES, span
from cwsdiag.languages import _, n_, p_
from cwsdiag.separators import count_separators
from cwsdiag.views.wording import listed, number, some_of

if TYPE_CHECKING:
    import pandas as pd

    from cwsdiag.separators import SeparatorDistances, SeparatorScore

    Row = dict[str, Any]

# So many references are named.
_NAMED_REFERENCES = 3


def best_first(found: SeparatorDistances) -> SeparatorDistances:
    """Return distances with the system of the highest F against gold first; undefined ones come last."""

    def place(number: int) -> tuple[bool, float]:
        f1 = found.scores[number].f1
        return f1 != f1, -f1

    order = sorted(range(len(found.scores)), key=place)
    return replace(
        found,
        scores=tuple(found.scores[place] for place in order),
        ranges=tuple(found.ranges[place] for place in order if found.ranges),
    )


def score_frame(found: SeparatorDistances) -> pd.DataFrame:
    """Return the scores against gold, a row a system."""
    import pandas as pd

    return pd.DataFrame([score_row(score) for score in found.scores])


_KEYS = ("name", "sub", "ins", "del", "distance", "precision", "recall", "f1", "coverage", "system_coverage")


def score_row(score: SeparatorScore) -> Row:
    """Return the scores of a system, one value a key."""
    return {key: getattr(score, "dels" if key == "del" else key) for key in _KEYS}


def range_frame(found: SeparatorDistances) -> pd.DataFrame:
    """Return a row a system: each score and count against the intersection and the union, such as ``f1_union``.

    Both are gold where gold is the only reference.
    """
    import pandas as pd

    pairs = [(one.intersection, one.union) for one in found.ranges] or [(score, score) for score in found.scores]
    return pd.DataFrame(
        [
            {"name": both[0].name}
            | {
                f"{key}_{end}": value
                for end, one in zip(ENDS, both, strict=True)
                for key, value in score_row(one).items()
            }
            for both in pairs
        ]
    )


def headline(found: SeparatorDistances, *, dataset: str, systems: int) -> tuple[str, str]:
    """Return what the page shows as one may quote it, and how it is to be taken."""
    inner, outer = count_separators(found.intersection), count_separators(found.union)
    shared = _("{inner:,} separators in all of them, {outer:,} in any", inner=inner, outer=outer)
    if not systems:
        return _("No system of {dataset} can be compared by separators.", dataset=dataset), ""
    if not found.scores:
        sentence = _(
            "Gold and all systems of {dataset} are references: {shared}. No system is left to score.",
            dataset=dataset,
            shared=shared,
        )
        return sentence, _("Take one out of the references to see how far it is from the others.")
    best, ranked = found.scores[0], len(found.scores)
    if best.f1 != best.f1:
        return _(
            "No F is defined on {dataset}: where a side has no separator there is nothing to divide by.",
            dataset=dataset,
        ), ""
    level = [score.name for score in found.scores if score.f1 == best.f1]
    names, f1 = some_of(level, ranked), number(best.f1)
    changes = _(
        "of {separators} it lacks {missing:,}, and it has {extra:,} that gold lacks",
        separators=n_("{n:,} gold separator", "{n:,} gold separators", best.sub + best.ins),
        missing=best.ins,
        extra=best.dels,
    )
    values = {"name": best.name, "dataset": dataset}
    if len(found.references) > 1:
        references = [_("gold"), *(reference.name for reference in found.references[1:])]
        several = n_("{n:,} reference", "{n:,} references", len(references))
        ends = found.ranges[0].intersection, found.ranges[0].union
        between = p_("between the ends of a range", " to ")
        spans = {measure: span([getattr(end, measure) for end in ends], between) for measure in MEASURES}
        sentence = _(
            "{name} on {dataset}, against {references} ({shared}): {scores}.",
            **values,
            references=listed(references) if len(references) <= _NAMED_REFERENCES else several,
            shared=shared,
            scores=_("precision {precision}, recall {recall}, F {f1}", **spans),
        )
        if len(level) > 1:
            return sentence, _("{names} share the best F against gold: {f1}.", names=names, f1=f1)
        if ranked == 1:
            remark = _(
                "{name} is the only system left, F against gold: {f1}; {changes}.",
                name=best.name,
                f1=f1,
                changes=changes,
            )
            return sentence, remark
        return sentence, _(
            "{name} is first of {systems:,} by F against gold: {f1}; {changes}.",
            name=best.name,
            systems=ranked,
            f1=f1,
            changes=changes,
        )
    if len(level) > 1:
        return _("{names} share the best F by separators on {dataset}: {f1}.", names=names, dataset=dataset, f1=f1), ""
    scores = _(
        "F {f1} (precision {precision}, recall {recall}); {changes}",
        f1=f1,
        precision=number(best.precision),
        recall=number(best.recall),
        changes=changes,
    )
    if ranked == 1:
        return _("{name} on {dataset}: {scores}.", **values, scores=scores), ""
    return _("{name} has the highest F by separators on {dataset}: {scores}.", **values, scores=scores), ""
