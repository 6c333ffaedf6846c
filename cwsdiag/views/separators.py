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

    from cwsdiag.separators import SeparatorDistances, SeparatorRange, SeparatorScore

    Row = dict[str, Any]

# So many references are named.
_NAMED_REFERENCES = 3


def best_first(found: SeparatorDistances) -> SeparatorDistances:
    """Return distances with the system of the highest F against gold first."""
    order = sorted(range(len(found.scores)), key=lambda place: _rank(found.scores[place]))
    return replace(
        found,
        scores=tuple(found.scores[place] for place in order),
        ranges=tuple(found.ranges[place] for place in order if found.ranges),
    )


def _rank(score: SeparatorScore) -> tuple[bool, float]:
    return (score.f1 != score.f1, -score.f1)


def score_frame(found: SeparatorDistances) -> pd.DataFrame:
    """Return the scores against gold, a row a system."""
    import pandas as pd

    return pd.DataFrame([score_row(score) for score in found.scores])


def score_row(score: SeparatorScore) -> Row:
    """Return the scores of a system, one value a key."""
    return {
        "name": score.name,
        "sub": score.sub,
        "ins": score.ins,
        "del": score.dels,
        "distance": score.distance,
        "precision": score.precision,
        "recall": score.recall,
        "f1": score.f1,
        "coverage": score.coverage,
        "system_coverage": score.system_coverage,
    }


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
    several = len(found.references) > 1
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
    best = found.scores[0]
    if best.f1 != best.f1:
        return _(
            "No F is defined on {dataset}: where a side has no separator there is nothing to divide by.",
            dataset=dataset,
        ), ""
    if several:
        sentence = _(
            "{name} on {dataset}, against {references} ({shared}): {scores}.",
            name=best.name,
            dataset=dataset,
            references=_reference_names(found),
            shared=shared,
            scores=_spans(found.ranges[0]),
        )
        return sentence, _rank_against_gold(found)
    level = _level(found)
    if len(level) > 1:
        names = some_of(level, len(found.scores))
        return _(
            "{names} share the best F by separators on {dataset}: {f1}.",
            names=names,
            dataset=dataset,
            f1=number(best.f1),
        ), ""
    scores = _(
        "F {f1} (precision {precision}, recall {recall}); {changes}",
        f1=number(best.f1),
        precision=number(best.precision),
        recall=number(best.recall),
        changes=_changes(best),
    )
    if len(found.scores) == 1:
        return _("{name} on {dataset}: {scores}.", name=best.name, dataset=dataset, scores=scores), ""
    return _(
        "{name} has the highest F by separators on {dataset}: {scores}.", name=best.name, dataset=dataset, scores=scores
    ), ""


def _rank_against_gold(found: SeparatorDistances) -> str:
    """Say who is first by F against gold, where other references stand beside it."""
    best, level, systems = found.scores[0], _level(found), len(found.scores)
    f1 = number(best.f1)
    if len(level) > 1:
        return _("{names} share the best F against gold: {f1}.", names=some_of(level, systems), f1=f1)
    changes = _changes(best)
    if systems == 1:
        return _(
            "{name} is the only system left, F against gold: {f1}; {changes}.", name=best.name, f1=f1, changes=changes
        )
    return _(
        "{name} is first of {systems:,} by F against gold: {f1}; {changes}.",
        name=best.name,
        systems=systems,
        f1=f1,
        changes=changes,
    )


def _level(found: SeparatorDistances) -> list[str]:
    """Return the systems with the best F against gold, as a rule one."""
    return [score.name for score in found.scores if score.f1 == found.scores[0].f1]


def _changes(score: SeparatorScore) -> str:
    return _(
        "of {separators} it lacks {missing:,}, and it has {extra:,} that gold lacks",
        separators=n_("{n:,} gold separator", "{n:,} gold separators", score.sub + score.ins),
        missing=score.ins,
        extra=score.dels,
    )


def _spans(found: SeparatorRange) -> str:
    between = p_("between the ends of a range", " to ")
    ends = found.intersection, found.union
    spans = {measure: span([getattr(end, measure) for end in ends], between) for measure in MEASURES}
    return _("precision {precision}, recall {recall}, F {f1}", **spans)


def _reference_names(found: SeparatorDistances) -> str:
    names = [_("gold"), *(reference.name for reference in found.references[1:])]
    if len(names) > _NAMED_REFERENCES:
        return n_("{n:,} reference", "{n:,} references", len(names))
    return listed(names)
