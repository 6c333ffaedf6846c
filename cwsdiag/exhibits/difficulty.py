"""What is shown of difficulty: scores that weigh words by it, the ranking they give, and who gets hard words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import pandas as pd

from cwsdiag.balanced import INTERVAL_LABELS
from cwsdiag.charts import theme
from cwsdiag.charts.difficulty.intervals import accuracy_figure
from cwsdiag.charts.difficulty.lines import SystemLine
from cwsdiag.charts.difficulty.ranks import Standing, slope_figure, worth_figure
from cwsdiag.charts.difficulty.sentence_rows import Role
from cwsdiag.charts.drawn.accuracy import accuracy_svg
from cwsdiag.charts.drawn.hard_rows import hard_rows_svg
from cwsdiag.charts.drawn.scores import worth_svg
from cwsdiag.charts.drawn.slopes import slopes_svg
from cwsdiag.exhibits.exhibit import Exhibit, Mark, Ribbon, Table
from cwsdiag.frames import records
from cwsdiag.languages import _, lazy, translated
from cwsdiag.views.columns import BALANCED, BALANCED_PLACES, BALANCED_WORTH, Column
from cwsdiag.views.hardness.committee import own_kind_sentence
from cwsdiag.views.hardness.scores import (
    balanced_sentence,
    committee_sentence,
    correlation_sentence,
    hard_words_sentence,
    hardness,
    swaps_sentence,
)
from cwsdiag.views.hardness.sentences import HARDEST, hard_sentence, hard_sentences_sentence, ranked

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cwsdiag.charts.drawn.sheets import Sheet
    from cwsdiag.charts.kept import Figure
    from cwsdiag.charts.looks import Look
    from cwsdiag.charts.theme import Ground
    from cwsdiag.frames import HardSentence
    from cwsdiag.views.hardness.scores import Hardness


class _Weighed(Exhibit):
    """What all exhibits of a dataset with difficulties have in common."""

    PAGE: ClassVar[str] = "difficulty"
    WEIGHED: ClassVar[bool] = True

    @property
    def hard(self) -> Hardness:
        """What there is to say about the difficulty.

        Raises:
            SettingError: the dataset has no difficulties.
        """
        return hardness(self.scene.results)


class Balanced(_Weighed):
    """F1 and balanced F of every system, with how far the latter may move."""

    KIND: ClassVar[str] = "balanced"
    SAYS: ClassVar[str] = "F1 and balanced F (f_b) of every system; needs the difficulty of words"

    @property
    def title(self) -> str:
        """What is seen."""
        return _("F1 and balanced F (f_b) on {dataset}", dataset=self.scene.name)

    @property
    def headline(self) -> str:
        """Who leads by f_b, and whether it leads by F1, too."""
        return balanced_sentence(self.hard, dataset=self.scene.name)

    @property
    def remark(self) -> str:
        """How far another committee would move it, and on whom this one is hard."""
        hard = self.hard
        kind = own_kind_sentence(hard.weights.committee, others=[])
        return _("{first} {second}", first=committee_sentence(hard.scores, hard.weights), second=kind)

    @property
    def numbers(self) -> dict[str, float]:
        """f_b of the best system with its interval, and its F1."""
        known = self.hard.scores[self.hard.scores["f_b"].notna()]
        if known.empty:
            return {}
        best = known.iloc[0]
        return {name: float(best[name]) for name in ("f_b", "f_b_low", "f_b_high", "f1")}

    def chart(self, *, across: int | None = None) -> Figure:
        """Return both scores of every system on one axis."""
        del across
        return worth_figure(standings(self.hard, self.looks))

    def drawing(self, sheet: Sheet, ground: Ground) -> str:
        """Return both scores of every system on one axis; a slide has the first ten."""
        return worth_svg(standings(self.hard, self.looks), sheet=sheet, ground=ground, title=self.title)

    def legend(self) -> list[Mark]:
        """Return what the marks mean."""
        return [
            Mark(_("f_b with its 95 % interval over sentences"), theme.ACCENT, symbol="circle"),
            Mark(_("F1"), theme.ACCENT, symbol="circle-open"),
            Mark(_("95 % interval of f_b over committees"), theme.GOLD, dash="solid"),
        ]

    def table(self) -> Table:
        """Return all scores of every system."""
        columns = {**BALANCED_WORTH, "f1": BALANCED["f1"], **{key: BALANCED_PLACES[key] for key in _PLACES}}
        return Table(self.hard.scores, columns)


class Places(_Weighed):
    """The ranking by F1 beside that by balanced F."""

    KIND: ClassVar[str] = "places"
    SAYS: ClassVar[str] = "the ranking by F1 beside that by balanced F (f_b); needs the difficulty of words"

    @property
    def title(self) -> str:
        """What is seen."""
        return _("From F1 to f_b on {dataset}", dataset=self.scene.name)

    @property
    def headline(self) -> str:
        """Which systems change places."""
        return swaps_sentence(self.hard.swaps)

    @property
    def remark(self) -> str:
        """How both scores go together."""
        return correlation_sentence(self.hard.correlation)

    @property
    def numbers(self) -> dict[str, float]:
        """How many pairs of systems change order."""
        return {"swaps": float(len(self.hard.swaps))}

    def chart(self, *, across: int | None = None) -> Figure:
        """Return a line a system between its two places."""
        del across
        return slope_figure(standings(self.hard, self.looks))

    def drawing(self, sheet: Sheet, ground: Ground) -> str:
        """Return a line a system between its two places; a slide has the first ten."""
        return slopes_svg(standings(self.hard, self.looks), sheet=sheet, ground=ground, title=self.title)

    def table(self) -> Table:
        """Return the places of every system."""
        return Table(
            self.hard.scores, {key: (BALANCED_PLACES | BALANCED)[key] for key in ("name", "f1", "f_b", *_PLACES)}
        )


class HardWords(_Weighed):
    """How many words each system gets right, by their difficulty."""

    KIND: ClassVar[str] = "hard-words"
    SAYS: ClassVar[str] = "accuracy of every system by difficulty of the words; needs the difficulty of words"

    @property
    def title(self) -> str:
        """What is seen."""
        return _("Who gets the hard words of {dataset}?", dataset=self.scene.name)

    @property
    def headline(self) -> str:
        """Who gets most and fewest of the hardest words right."""
        return hard_words_sentence(self.hard, dataset=self.scene.name)

    @property
    def numbers(self) -> dict[str, float]:
        """The accuracy of each system on the words of the highest interval that has any."""
        place = int(np.flatnonzero(self.hard.intervals["words"])[-1])
        return {str(name): float(value) for name, value in self.hard.accuracy.iloc[place].items()}

    def chart(self, *, across: int | None = None) -> Figure:
        """Return a line a system."""
        del across
        return accuracy_figure(
            self._lines(),
            labels=_labels(),
            words=self.hard.intervals["words"].tolist(),
            shares=self.hard.intervals["share"].tolist(),
        )

    def drawing(self, sheet: Sheet, ground: Ground) -> str:
        """Return a line a system; a slide has the first ten."""
        return accuracy_svg(
            self._lines(),
            labels=_labels(),
            words=self.hard.intervals["words"].tolist(),
            shares=self.hard.intervals["share"].tolist(),
            sheet=sheet,
            ground=ground,
            title=self.title,
        )

    def _lines(self) -> list[SystemLine]:
        looks, accuracy = self.looks, self.hard.accuracy
        return [system_line(name, looks[name], accuracy[name]) for name in self.scene.results.systems]

    def table(self) -> Table:
        """Return a row an interval of difficulty, with its words and the accuracy of every system there."""
        columns = {"label": Column(lazy("difficulty")), "words": Column(lazy("words"), format="count")}
        # By number: a system may be called as a column beside it.
        systems = {
            f"system {place}": Column(str(name), format="score") for place, name in enumerate(self.hard.accuracy)
        }
        frame = pd.concat([self.hard.intervals[["words"]], self.hard.accuracy.set_axis(list(systems), axis=1)], axis=1)
        return Table(frame.assign(label=_labels()), {**columns, **systems})


class HardSentences(_Weighed):
    """The sentences whose words are hardest, with what one or two systems make of them."""

    KIND: ClassVar[str] = "hard-sentences"
    SAYS: ClassVar[str] = "the sentences with the hardest words; needs the difficulty of words"
    NEEDS: ClassVar[tuple[str, ...]] = ("system",)
    TAKES: ClassVar[tuple[str, ...]] = ("other",)
    TELLS_GOLD: ClassVar[bool] = True

    @property
    def title(self) -> str:
        """What is seen."""
        return _("The hardest sentences of {dataset}", dataset=self.scene.name)

    @property
    def headline(self) -> str:
        """How hard words are on average, and those of the hardest sentence."""
        return hard_sentences_sentence(self.hard, dataset=self.scene.name)

    @property
    def numbers(self) -> dict[str, float]:
        """The mean difficulty of all words, and of those of the hardest sentence."""
        hard = self.hard
        return {"mean": float(hard.weights.values.mean()), "hardest": float(hard.sentence_means[hard.hardest[0]])}

    def sentences(self) -> list[HardSentence]:
        """Return the hardest sentences, the hardest first."""
        found = ranked(self.hard, HARDEST, self.roles)[:_MOST_SENTENCES]
        return [hard_sentence(self.hard, self.roles, one) for one in found]

    def drawing(self, sheet: Sheet, ground: Ground) -> str:
        """Return a row a sentence; a slide has as many as fit."""
        systems = {role: Role(role.upper(), name, self.scene.colours[name]) for role, name in self.roles.items()}
        return hard_rows_svg(self.sentences(), roles=systems, sheet=sheet, ground=ground, title=self.title)

    def table(self) -> Table:
        """Return a row a sentence, with what each system gets of its difficulty."""
        columns = {
            "sentence": Column(lazy("sentence"), format="count"),
            "words": Column(lazy("words"), format="count"),
            "mean": Column(lazy("mean difficulty"), format="score"),
            **{f"got_{role}": Column(name, _GOT, format="score") for role, name in self.roles.items()},
            "text": Column(lazy("text")),
        }
        rows = [
            {"sentence": one.number, "words": len(one.words), "mean": one.mean}
            | {f"got_{role}": share for role, share in one.got.items()}
            | {"text": " ".join(word.word for word in one.words)}
            for one in self.sentences()
        ]
        return Table(pd.DataFrame(rows), columns)

    def example(self) -> Ribbon | None:
        """Return the hardest sentence."""
        return Ribbon(int(self.hard.hardest[0]), self.roles)

    @property
    def address(self) -> dict[str, str]:
        """What the address of its page says, but for the dataset."""
        return super().address | {"part": "rows"}


# As many as stand on the page at once.
_MOST_SENTENCES = 12
_GOT = lazy("Share of the difficulty of its words that the system gets.")
_PLACES = ("by_f1", "by_f_b", "moved")


def standings(hard: Hardness, looks: Mapping[str, Look]) -> list[Standing]:
    """Return every system by both scores, as figures draw it, best f_b first."""
    return [
        Standing(
            name=row["name"],
            look=looks[row["name"]],
            f1=row["f1"],
            f_b=row["f_b"],
            low=row["f_b_low"],
            high=row["f_b_high"],
            committee_low=row["f_b_committee_low"],
            committee_high=row["f_b_committee_high"],
            by_f1=_place(row["by_f1"]),
            by_f_b=_place(row["by_f_b"]),
        )
        for row in records(hard.scores)
    ]


def system_line(name: str, look: Look, values: Any) -> SystemLine:
    """Return a system as figures draw it."""
    return SystemLine(name, look, tuple(map(float, values)))


def _labels() -> list[str]:
    return [translated(label) for label in INTERVAL_LABELS]


def _place(value: Any) -> int | None:
    """Return a place as a number; in a frame, what is undefined is neither a number nor None."""
    return int(value) if isinstance(value, int | np.integer) else None
