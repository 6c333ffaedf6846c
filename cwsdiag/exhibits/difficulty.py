"""What is shown of difficulty: scores that weigh words by it, the ranking they give, and who gets hard words."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import numpy as np
import pandas as pd

from cwsdiag.balanced import INTERVAL_LABELS
from cwsdiag.charts.difficulty import (
    WordKind,
    accuracy_chart,
    halves_chart,
    places_chart,
    weighed_chart,
    word_kinds_chart,
)
from cwsdiag.charts.ribbon import ribbon_svg
from cwsdiag.charts.rows import worth_chart
from cwsdiag.charts.theme import Ground
from cwsdiag.errors import SettingError
from cwsdiag.exhibits.exhibit import GLANCED, Content, RibbonExample, exhibit, roles_of, system_styles, to_system
from cwsdiag.frames import records
from cwsdiag.languages import _, lazy, translated
from cwsdiag.output import Table
from cwsdiag.views.columns import BALANCED, BALANCED_PLACES, BALANCED_WORTH, Column, column
from cwsdiag.views.committee import own_kind_sentence
from cwsdiag.views.hardness import (
    Hardness,
    balanced_sentence,
    committee_sentence,
    correlation_sentence,
    halves_sentence,
    halves_test_sentence,
    hard_ribbon,
    hard_sentences_sentence,
    hard_words_sentence,
    hardness,
    swaps_sentence,
)
from cwsdiag.views.look import Look, PrivateLook
from cwsdiag.views.wording import in_turn

# As many as stand on the page at once.
_MOST_SENTENCES = 12
_GOT = lazy("Share of the difficulty of its words that the system gets.")
_PLACES = ("by_f1", "by_f_b", "moved")
# What the scores of a measure are called, by the names of their columns, the plain one first.
_WEIGHED = {
    lazy("precision"): ("precision", "p_punishment", "p_reward", "p_b"),
    lazy("recall"): ("recall", "r_punishment", "r_reward", "r_b"),
}
_WAYS = (lazy("standard"), lazy("punishment"), lazy("reward"), lazy("balanced"))
_DIFFICULTY = column("difficulty")


@exhibit(
    "balanced",
    "F1 and balanced F (f_b) of every system; needs the difficulty of words",
    page="scores",
    place={"part": "balanced"},
    weighs=True,
)
def balanced(look: PrivateLook) -> Content:
    """Return F1 and balanced F of every system, with how far the latter may move."""
    hard = hardness(look)
    known = hard.scores[hard.scores["f_b"].notna()]
    columns = {**BALANCED_WORTH, "f1": BALANCED["f1"], **{key: BALANCED_PLACES[key] for key in _PLACES}}
    return Content(
        _("F1 and balanced F (f_b) on {dataset}", dataset=look.name),
        balanced_sentence(hard, dataset=look.name),
        in_turn(committee_sentence(hard.scores, hard.weights), own_kind_sentence(hard.weights.committee)),
        {name: float(known.iloc[0][name]) for name in ("f_b", "f_b_low", "f_b_high", "f1")} if len(known) else {},
        chart=lambda size: worth_chart(records(hard.scores), size, styles=system_styles(look)),
        table=lambda: Table(hard.scores, columns),
        click=to_system,
    )


@exhibit(
    "places",
    "the ranking by F1 beside that by balanced F (f_b); needs the difficulty of words",
    page="scores",
    place={"part": "balanced"},
    weighs=True,
)
def places(look: PrivateLook) -> Content:
    """Return the ranking by F1 beside that by balanced F."""
    hard = hardness(look)
    columns = {key: (BALANCED_PLACES | BALANCED)[key] for key in ("name", "f1", "f_b", *_PLACES)}
    return Content(
        _("From F1 to f_b on {dataset}", dataset=look.name),
        swaps_sentence(hard.swaps) if hard.swaps else _("No two systems change their order from F1 to f_b."),
        correlation_sentence(hard.correlation),
        {"swaps": float(len(hard.swaps))},
        chart=lambda size: places_chart(records(hard.scores), size, styles=system_styles(look)),
        table=lambda: Table(hard.scores, columns),
        click=to_system,
        glance=[f"{one.up} ↑ {one.down} ↓" for one in hard.swaps[:GLANCED]],
    )


@exhibit(
    "weighed",
    "precision and recall of every system, weighted by difficulty in each way; needs the difficulty of words",
    page="scores",
    place={"part": "balanced"},
    weighs=True,
)
def weighed(look: PrivateLook) -> Content:
    """Return standard precision and recall beside the weighted ones."""
    hard = hardness(look)
    panels = {
        translated(measure): {
            name: values for name, *values in hard.scores[["name", *columns]].itertuples(index=False, name=None)
        }
        for measure, columns in _WEIGHED.items()
    }
    keys = ["name", *(key for columns in _WEIGHED.values() for key in columns)]
    return Content(
        _("Precision and recall, weighted, on {dataset}", dataset=look.name),
        balanced_sentence(hard, dataset=look.name),
        chart=lambda size: weighed_chart(
            panels, size, styles=system_styles(look), ticks=[translated(way) for way in _WAYS]
        ),
        table=lambda: Table(hard.scores, {key: BALANCED[key] for key in keys}),
        click=to_system,
    )


@exhibit(
    "halves",
    "balanced F of every system on two random halves of the text; needs the difficulty of words",
    page="scores",
    place={"part": "balanced"},
    weighs=True,
)
def halves(look: PrivateLook) -> Content:
    """Return balanced F on random halves of the text, and how well they agree.

    Raises:
        SettingError: the text has one sentence.
    """
    splits = hardness(look).halves
    if splits is None:
        raise SettingError(lazy("A text of one sentence has no halves."))
    drawn = system_styles(look)
    r = splits.r[np.isfinite(splits.r)]
    columns = {f"{half} {place}": Column(f"{name}, {half}", format="score") for half in "AB"
               for place, name in enumerate(splits.systems)}  # fmt: skip
    rows = pd.DataFrame(np.hstack([splits.first, splits.second]), columns=list(columns)).assign(r=splits.r)
    return Content(
        _("Two random halves of {dataset}", dataset=look.name),
        halves_sentence(splits.r, len(splits.systems)),
        halves_test_sentence(splits.test, len(splits.systems)),
        {"r": float(np.median(r))} if len(r) else {},
        chart=lambda size: halves_chart(
            {name: drawn[name] for name in splits.systems},
            splits.first,
            splits.second,
            splits.r,
            size,
            usual=splits.test.split if splits.test else 0,
        ),
        table=lambda: Table(rows, {**columns, "r": column("r", format="score")}),
        click=to_system,
    )


@exhibit(
    "hard-words",
    "accuracy of every system by difficulty of the words; needs the difficulty of words",
    page="difficulty",
    weighs=True,
)
def hard_words(look: PrivateLook) -> Content:
    """Return how many words each system gets right, by their difficulty."""
    hard = hardness(look)
    words = hard.intervals["words"]
    lines = {name: hard.accuracy[name].tolist() for name in look.systems}
    # By number: a system may be called as a column beside it.
    systems = {f"system {place}": Column(str(name), format="score") for place, name in enumerate(hard.accuracy)}
    frame = pd.concat([hard.intervals[["words"]], hard.accuracy.set_axis(list(systems), axis=1)], axis=1)
    columns = {"label": _DIFFICULTY, "words": column("words", format="count"), **systems}
    return Content(
        _("Who gets the hard words of {dataset}?", dataset=look.name),
        hard_words_sentence(hard, dataset=look.name),
        numbers={str(name): float(value) for name, value in hard.accuracy.iloc[int(np.flatnonzero(words)[-1])].items()},
        chart=lambda size: accuracy_chart(
            lines,
            size,
            styles=system_styles(look),
            labels=labels(),
            words=words.tolist(),
            shares=hard.intervals["share"].tolist(),
        ),
        table=lambda: Table(frame.assign(label=labels()), columns),
    )


@exhibit(
    "word-kinds",
    "how each kind of words spreads over difficulty; needs the difficulty of words",
    page="difficulty",
    weighs=True,
)
def word_kinds(look: PrivateLook, *, idioms: Collection[str] | None = None) -> Content:
    """Return how each kind of words spreads over difficulty.

    Args:
        look: what is shown.
        idioms: words of four characters that count as such; None for no such kind.
    """
    shares, sizes = hardness(look).kinds(idioms)
    kinds = [WordKind(translated(name), sizes[name], tuple(share.tolist())) for name, share in shares.items()]
    hardest = {kind.name: kind.shares[-1] for kind in kinds if kind.words}
    columns = {name: Column(_("{kind} %", kind=translated(name)), format="points") for name in shares}
    return Content(
        _("Which words of {dataset} are hard?", dataset=look.name),
        _(
            "In the hardest tenth lie {shares}.",
            shares=_(", ").join(
                _("{share:.0f} % of {kind}", share=share, kind=name) for name, share in hardest.items()
            ),
        ),
        numbers=hardest,
        chart=lambda size: word_kinds_chart(kinds, size, labels=labels()),
        table=lambda: Table(pd.DataFrame(shares).assign(label=labels()), {"label": _DIFFICULTY, **columns}),
    )


@exhibit(
    "hard-sentences",
    "the sentences with the hardest words; needs the difficulty of words",
    page="sentences",
    place={"order": "hardest"},
    weighs=True,
)
def hard_sentences(look: Look, system: str, other: str | None = None) -> Content:
    """Return the sentences whose words are hardest, with what one or two systems make of them."""
    hard = hardness(look)
    roles = roles_of(system, other)
    title = _("The hardest sentences of {dataset}", dataset=look.name)
    numbers = hard.hardest[:_MOST_SENTENCES]

    def drawn(width: float, type: float, ground: Ground, height: float | None) -> str:
        colours = {role: look.colours[name] for role, name in roles.items()}
        return ribbon_svg(
            [hard_ribbon(hard, roles, one, colours=colours) for one in numbers],
            width=width,
            type=type,
            ground=ground,
            title=title,
            height=height,
        )

    return Content(
        title,
        hard_sentences_sentence(hard, dataset=look.name),
        numbers={"mean": float(hard.weights.values.mean()), "hardest": float(hard.sentence_means[hard.hardest[0]])},
        svg=drawn,
        table=lambda: _sentences(hard, roles, numbers),
        example=lambda: RibbonExample(int(hard.hardest[0]), roles),
    )


def _sentences(hard: Hardness, roles: Mapping[str, str], numbers: Sequence[int]) -> Table:
    """Return a row a sentence, with what each system gets of its difficulty."""
    got = {f"got_{role}": hard.got(name) for role, name in roles.items()}
    words = {number: hard.gold.sentence_words(number) for number in numbers}
    return Table(
        [
            {
                "sentence": number + 1,
                "words": len(words[number]),
                "mean": hard.sentence_means[number],
                **{key: shares[number] for key, shares in got.items()},
                "text": " ".join(words[number]),
            }
            for number in numbers
        ],
        {
            "sentence": column("sentence", format="count"),
            "words": column("words", format="count"),
            "mean": column("mean difficulty", format="score"),
            **{f"got_{role}": Column(name, _GOT, format="score") for role, name in roles.items()},
            "text": column("text"),
        },
    )


def labels() -> list[str]:
    """Return the intervals of difficulty as people read them, the easiest first."""
    return [translated(label) for label in INTERVAL_LABELS]
