"""What is shown of words and sentences themselves; of private gold nothing of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from cwsdiag.arguments import Whole, bounds
from cwsdiag.baselines import BASE, TOP
from cwsdiag.diagnosis import sentence_ranking
from cwsdiag.diagnosis.word_types import SHOWS
from cwsdiag.diagnosis.words import Missed
from cwsdiag.errors import SettingError, shown
from cwsdiag.exhibits.examples import example_of
from cwsdiag.exhibits.exhibit import Exhibit, Ribbon, Table
from cwsdiag.languages import _, lazy, n_, translated
from cwsdiag.views.buckets import where_said
from cwsdiag.views.columns import Column
from cwsdiag.views.wording import bucket_said, kind_said, number

if TYPE_CHECKING:
    import pandas as pd

    from cwsdiag.charts.drawn.sheets import Sheet
    from cwsdiag.charts.theme import Ground
    from cwsdiag.diagnosis.word_types import WordTypes

# Of a sentence so many systems are named.
_NAMED = 6
_WRONG = lazy("Places where the system is wrong.")
# What is shown, by the keys of ``diagnosis.word_types.SHOWS``.
_OF_BOTH = {
    "only_a": lazy("What {a} gets right and {b} does not"),
    "only_b": lazy("What {b} gets right and {a} does not"),
    "both_right": lazy("What {a} and {b} get right"),
    "both_wrong_alike": lazy("What {a} and {b} get wrong alike"),
    "both_wrong_differently": lazy("What {a} and {b} get wrong, each in its own way"),
}
_OF_ONE = {"all": lazy("What {a} makes of all words"), "right": lazy("What {a} gets right")}


class Words(Exhibit):
    """The words of a bucket, of a kind of error, or of the whole text, that a system gets wrong most often."""

    KIND: ClassVar[str] = "words"
    SAYS: ClassVar[str] = "the words that a system gets wrong, those with the most errors first"
    NEEDS: ClassVar[tuple[str, ...]] = ("system",)
    TAKES: ClassVar[tuple[str, ...]] = ("other", "attribute", "bucket", "which", "shape", "cause")
    PAGE: ClassVar[str] = "explore"
    TELLS_GOLD: ClassVar[bool] = True

    def _words(self) -> WordTypes:
        if self._show not in SHOWS:
            raise SettingError(
                lazy("which {given!r}: one of {names}.", given=shown(self._show), names=", ".join(SHOWS))
            )
        kind = {name: self.options.get(name) for name in ("shape", "cause")}
        missed = Missed(self.options["system"], **kind) if any(kind.values()) else None
        return self.scene.results.words(self.options.get("attribute"), self._bucket, self.roles, missed=missed)

    @property
    def _bucket(self) -> int | None:
        """The number of the bucket that the words are of; None for all.

        Raises:
            SettingError: it is no number.
        """
        bucket = self.options.get("bucket")
        number = None if bucket is None else bounds.BUCKET.read(bucket)
        if bucket is not None and number is None:
            raise SettingError(lazy("bucket {bucket!r}: give its number, from 0.", bucket=shown(bucket)))
        return number

    @property
    def _show(self) -> str:
        """Which of the words are counted, of ``diagnosis.word_types.SHOWS``."""
        return self.options.get("which", "wrong")

    def _where(self) -> str:
        """Say which words these are; empty for all."""
        attribute, bucket = self.options.get("attribute"), self._bucket
        kind = kind_said(self.options.get("shape"), self.options.get("cause"))
        if attribute is None or bucket is None:
            return kind
        found = self.scene.results.diagnosis.attribute(attribute)
        label = "" if found.buckets is None else bucket_said(found.buckets.labels[bucket])
        where = where_said("words", translated(found.attribute.label), label)
        return _("{first}, {second}", first=where, second=kind) if kind else where

    @property
    def title(self) -> str:
        """What is seen."""
        said = {"who": self._who(), "dataset": self.scene.name}
        where = self._where()
        if where:
            return _("{who} on {dataset}: {where}", where=where, **said)
        return _("{who} on {dataset}", **said)

    def _who(self) -> str:
        """Say which words are shown: who gets them wrong."""
        a, b = self.options["system"], self.options.get("other")
        if self._show == "all_wrong":
            return _("What all systems get wrong")
        if b is not None and self._show in _OF_BOTH:
            return translated(_OF_BOTH[self._show]).format(a=a, b=b)
        if self._show in _OF_ONE:
            return translated(_OF_ONE[self._show]).format(a=a, b=b)
        return _("What {system} gets wrong", system=a)

    @property
    def headline(self) -> str:
        """How many places these are, and of which word there are most."""
        table, places, where = self._frame(), self._places(), self._where()
        who = _("{first}, {second}", first=self._who(), second=where) if where else self._who()
        if table.empty:
            return _("{who}: nothing.", who=who)
        most = table.sort_values("count", ascending=False, kind="stable").iloc[0]
        if places > 1 and most["count"] == 1:
            return _("{who}: {n:,} places, each of another word.", who=who, n=places)
        return n_(
            "{who}: {n:,} place, “{word}” most often ({times:,}).",
            "{who}: {n:,} places, “{word}” most often ({times:,}).",
            places,
            who=who,
            word=most["word"],
            times=int(most["count"]),
        )

    def _frame(self) -> pd.DataFrame:
        return self._words().frame(show=self._show)

    def _places(self) -> int:
        return self._words().number(self._show)

    @property
    def numbers(self) -> dict[str, float]:
        """How many places are shown, and of how many."""
        return {"places": float(self._places()), "words": float(len(self._words().units))}

    def table(self) -> Table:
        """Return a row a word, those with the most errors first, with what the system makes of it most often."""
        columns = {
            "word": Column(lazy("gold word")),
            "count": Column(lazy("count"), lazy("Occurrences among the places shown."), format="count"),
        }
        for role, name in self.roles.items():
            columns[f"wrong_{role}"] = Column(lazy("wrong, {name}", name=name), _WRONG, format="count")
            columns[f"made_{role}"] = Column(lazy("made by {name}", name=name))
        return Table(self._frame(), columns)

    def example(self) -> Ribbon | None:
        """Return a sentence with one of the words."""
        words = self._words()
        return example_of(self.scene, words.units.words[words.chosen(self._show)], self.roles)

    @property
    def address(self) -> dict[str, str]:
        """What the address of its page says, but for the dataset."""
        keys = ("attribute", "bucket", "shape", "cause")
        own = {key: self.options[key] for key in keys if key in self.options}
        return super().address | own | {"show": self._show}


class Sentence(Exhibit):
    """One sentence, as gold and one or two systems cut it."""

    KIND: ClassVar[str] = "sentence"
    SAYS: ClassVar[str] = "one sentence as gold and the systems cut it"
    NEEDS: ClassVar[tuple[str, ...]] = ("system", "sentence")
    TAKES: ClassVar[tuple[str, ...]] = ("other",)
    PAGE: ClassVar[str] = "sentence"
    TELLS_GOLD: ClassVar[bool] = True
    OF_ALL: ClassVar[bool] = True

    @property
    def _index(self) -> int:
        """Which sentence of gold, from 0; people count from 1."""
        given, count = self.options["sentence"], len(self.scene.results.dataset.gold.text.sentence_ends)
        number = Whole(1, count).read(given)
        if number is None:
            raise SettingError(
                lazy(
                    "sentence {given!r}: {dataset} has sentences 1 to {n}.",
                    given=shown(given),
                    dataset=self.scene.name,
                    n=count,
                )
            )
        return number - 1

    @property
    def title(self) -> str:
        """What is seen."""
        return _("Sentence {number:,} of {dataset}", number=self._index + 1, dataset=self.scene.name)

    @property
    def headline(self) -> str:
        """How many of its words each system gets wrong; of more than six those it is about, and the sum over all."""
        figures = self._figures()
        every = len(figures) <= _NAMED
        told = [
            n_(
                "{name} gets {wrong:,} of {n:,} word wrong (F1 {f1})",
                "{name} gets {wrong:,} of {n:,} words wrong (F1 {f1})",
                one.gold,
                name=name,
                wrong=one.wrong,
                f1=number(one.f1),
            )
            for name, one in figures.items()
            if every or name in self.roles.values()
        ]
        if not every:
            missed = sum(one.wrong for one in figures.values())
            told.append(_("the {n:,} systems together {wrong:,}", n=len(figures), wrong=missed))
        return _("{title}: {told}.", title=self.title, told=_("; ").join(told))

    @property
    def numbers(self) -> dict[str, float]:
        """How many of its words each system gets wrong, and all of them together."""
        figures = self._figures()
        own = {f"wrong_{role}": float(figures[name].wrong) for role, name in self.roles.items()}
        return own | {"wrong": float(sum(one.wrong for one in figures.values()))}

    def _figures(self) -> dict[str, sentence_ranking.SentenceFigures]:
        """Return the figures of all systems, those that it is about first; else without BASE and TOP."""
        others = [name for name in self.scene.results.systems if name not in (BASE, TOP)]
        names = dict.fromkeys([*self.roles.values(), *others])
        diagnosis, sentence = self.scene.results.diagnosis, self._index
        return {name: sentence_ranking.figures(diagnosis, name, sentence) for name in names}

    def example(self) -> Ribbon | None:
        """Return the sentence itself."""
        return Ribbon(self._index, self.roles)

    def drawing(self, sheet: Sheet, ground: Ground) -> str | None:
        """Return the sentence as a ribbon."""
        return self.sentence_drawing(sheet, ground)

    @property
    def address(self) -> dict[str, str]:
        """What the address of its page says, but for the dataset."""
        return super().address | {"sentence": self.options["sentence"]}
