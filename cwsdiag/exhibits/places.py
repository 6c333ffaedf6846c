"""What is shown of words and sentences themselves; of private gold nothing of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from cwsdiag.diagnosis import sentence_ranking
from cwsdiag.errors import SettingError
from cwsdiag.exhibits.examples import example_of
from cwsdiag.exhibits.exhibit import Exhibit, Ribbon, Table
from cwsdiag.languages import _, lazy, n_, translated
from cwsdiag.views.buckets import where_said
from cwsdiag.views.columns import Column
from cwsdiag.views.wording import bucket_said, number

if TYPE_CHECKING:
    from cwsdiag.diagnosis.word_types import WordTypes

_WRONG = lazy("Places where the system is wrong.")


class Words(Exhibit):
    """The words of a bucket, or of the whole text, that a system gets wrong most often."""

    KIND: ClassVar[str] = "words"
    SAYS: ClassVar[str] = "the words that a system gets wrong, those with the most errors first"
    NEEDS: ClassVar[tuple[str, ...]] = ("system",)
    TAKES: ClassVar[tuple[str, ...]] = ("other", "attribute", "bucket", "which")
    PAGE: ClassVar[str] = "explore"
    TELLS_GOLD: ClassVar[bool] = True

    def _words(self) -> WordTypes:
        attribute, bucket = self.options.get("attribute"), self.options.get("bucket")
        if bucket is not None and not bucket.isdecimal():
            raise SettingError(lazy("bucket {bucket!r}: give its number, from 0.", bucket=bucket))
        return self.scene.results.words(attribute, None if bucket is None else int(bucket), self.roles)

    @property
    def _show(self) -> str:
        """Which of the words are counted, of ``diagnosis.word_types.SHOWS``."""
        return self.options.get("which", "wrong")

    def _where(self) -> str:
        """Say which words these are; empty for all."""
        attribute, bucket = self.options.get("attribute"), self.options.get("bucket")
        if attribute is None or bucket is None:
            return ""
        found = self.scene.results.diagnosis.attribute(attribute)
        label = "" if found.buckets is None else bucket_said(found.buckets.labels[int(bucket)])
        return where_said("words", translated(found.attribute.label), label)

    @property
    def title(self) -> str:
        """What is seen."""
        said, where = {"system": self.options["system"], "dataset": self.scene.name}, self._where()
        if where:
            return _("What {system} gets wrong on {dataset}: {where}", where=where, **said)
        return _("What {system} gets wrong on {dataset}", **said)

    @property
    def headline(self) -> str:
        """Which word is wrong most often."""
        words, system = self._words(), self.options["system"]
        table = words.frame(show=self._show)
        if table.empty:
            return _("{system} gets none of these words wrong.", system=system)
        first = table.iloc[0]
        places = n_("{n:,} place", "{n:,} places", int(np.count_nonzero(words.wrong("a"))))
        return _(
            "{system} is wrong in {places}, most often at “{word}”: {wrong:,} times.",
            system=system,
            places=places,
            word=first["word"],
            wrong=int(first["wrong_a"]),
        )

    @property
    def numbers(self) -> dict[str, float]:
        """How many places are wrong, and of how many."""
        words = self._words()
        return {"wrong": float(np.count_nonzero(words.wrong("a"))), "words": float(len(words.units))}

    def table(self) -> Table:
        """Return a row a word, those with the most errors first, with what the system makes of it most often."""
        columns = {
            "word": Column(lazy("gold word")),
            "count": Column(lazy("count"), lazy("Occurrences among the places shown."), format="count"),
        }
        for role, name in self.roles.items():
            columns[f"wrong_{role}"] = Column(lazy("wrong, {name}", name=name), _WRONG, format="count")
            columns[f"made_{role}"] = Column(lazy("made by {name}", name=name))
        return Table(self._words().frame(show=self._show), columns)

    def example(self) -> Ribbon | None:
        """Return a sentence with one of the words."""
        words = self._words()
        return example_of(self.scene, words.units.words[words.chosen(self._show)], self.roles)

    @property
    def address(self) -> dict[str, str]:
        """What the address of its page says, but for the dataset."""
        own = {key: self.options[key] for key in ("attribute", "bucket") if key in self.options}
        return super().address | own | {"show": self._show}


class Sentence(Exhibit):
    """One sentence, as gold and one or two systems cut it."""

    KIND: ClassVar[str] = "sentence"
    SAYS: ClassVar[str] = "one sentence as gold and the systems cut it"
    NEEDS: ClassVar[tuple[str, ...]] = ("system", "sentence")
    TAKES: ClassVar[tuple[str, ...]] = ("other",)
    PAGE: ClassVar[str] = "sentence"
    TELLS_GOLD: ClassVar[bool] = True

    @property
    def _index(self) -> int:
        """Which sentence of gold, from 0; people count from 1."""
        given, count = self.options["sentence"], len(self.scene.results.dataset.gold.text.sentence_ends)
        if not given.isdecimal() or not 1 <= int(given) <= count:
            raise SettingError(
                lazy(
                    "sentence {given!r}: {dataset} has sentences 1 to {n}.",
                    given=given,
                    dataset=self.scene.name,
                    n=count,
                )
            )
        return int(given) - 1

    @property
    def title(self) -> str:
        """What is seen."""
        return _("Sentence {number:,} of {dataset}", number=self._index + 1, dataset=self.scene.name)

    @property
    def headline(self) -> str:
        """How many of its words each system gets wrong."""
        told = [
            _("{name} gets {wrong:,} of {compared:,} words wrong (F1 {f1})", name=name, wrong=one.wrong,
              compared=one.gold, f1=number(one.f1))
            for name, one in self._figures().items()
        ]  # fmt: skip
        return _("{title}: {told}.", title=self.title, told="; ".join(told))

    @property
    def numbers(self) -> dict[str, float]:
        """How many of its words each system gets wrong."""
        return {f"wrong_{role}": float(self._figures()[name].wrong) for role, name in self.roles.items()}

    def _figures(self) -> dict[str, sentence_ranking.SentenceFigures]:
        diagnosis, sentence = self.scene.results.diagnosis, self._index
        return {name: sentence_ranking.figures(diagnosis, name, sentence) for name in self.roles.values()}

    def example(self) -> Ribbon | None:
        """Return the sentence itself."""
        return Ribbon(self._index, self.roles)

    @property
    def address(self) -> dict[str, str]:
        """What the address of its page says, but for the dataset."""
        return super().address | {"sentence": self.options["sentence"]}
