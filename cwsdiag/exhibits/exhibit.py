"""An exhibit: one thing that can be shown, kept, saved and printed, each of its parts made when it is asked for."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from cwsdiag.charts.drawn.ribbons import ribbon_svg
from cwsdiag.charts.looks import Look, looks
from cwsdiag.exhibits.table import Table as Table
from cwsdiag.languages import _
from cwsdiag.resampling import SENTENCE
from cwsdiag.views.fidelity import left_out_sentence
from cwsdiag.views.ribbons import ribbon_of
from cwsdiag.views.units import units_said

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cwsdiag.charts.drawn.sheets import Sheet
    from cwsdiag.charts.kept import Figure
    from cwsdiag.charts.theme import Ground
    from cwsdiag.exhibits.scene import Scene

# What the name of a file holds: letters and digits of any script, others become a hyphen; of each part so many.
_NO_NAME = re.compile(r"[^\w]+|_+")
_LONGEST_PART = 40


@dataclass(frozen=True)
class Mark:
    """A line of the legend: what a mark, a line or a bar of a figure means.

    Attributes:
        label: what it means, as people read it.
        colour: of the theme.
        symbol: as Plotly calls the form of marks; empty for a line, or a bar.
        dash: as Plotly calls the dash of a line; empty for a mark or a bar.
    """

    label: str
    colour: str
    symbol: str = ""
    dash: str = ""


@dataclass(frozen=True)
class Ribbon:
    """A sentence that shows what an exhibit says.

    Attributes:
        sentence: index of the gold sentence.
        systems: names of the systems by role, ``a`` and ``b``.
        aim: the span, in the whole text, of what the eye is to find; None for none.
    """

    sentence: int
    systems: Mapping[str, str]
    aim: tuple[int, int] | None = None


class Exhibit(ABC):
    """One thing that can be shown of a scene.

    Texts are in the language of the moment in which they are asked for. A kind that has no figure, no table or no
    sentence returns None for it.

    Attributes:
        KIND: what it is called in files and addresses, and on the command line.
        SAYS: what it shows, in a line of English for the command line.
        NEEDS: names of the options that it cannot do without.
        TAKES: names of further options.
        PAGE: the page it stands on, by the name of its file in pages/.
        TELLS_GOLD: whether words or boundaries of gold can be read from it.
        WEIGHED: whether it rests on the difficulty of words.
        OF_ALL: whether it rests on all systems, though it names some.
    """

    KIND: ClassVar[str]
    SAYS: ClassVar[str]
    NEEDS: ClassVar[tuple[str, ...]] = ()
    TAKES: ClassVar[tuple[str, ...]] = ()
    PAGE: ClassVar[str]
    TELLS_GOLD: ClassVar[bool] = False
    WEIGHED: ClassVar[bool] = False
    OF_ALL: ClassVar[bool] = False

    def __init__(self, scene: Scene, **options: str) -> None:
        """Make nothing yet.

        Args:
            scene: what is looked at.
            options: of the kind; those that it takes and that are left out are as on the page where nobody chose.
        """
        self.scene = scene
        self.options = dict(options)

    @property
    @abstractmethod
    def title(self) -> str:
        """What is seen, as a short heading."""

    @property
    @abstractmethod
    def headline(self) -> str:
        """The sentence that one may quote, with its interval and its test."""

    @property
    def remark(self) -> str:
        """How the headline is to be taken; empty where there is nothing to say."""
        return ""

    @property
    @abstractmethod
    def numbers(self) -> dict[str, float]:
        """The numbers of the headline, by name; undefined is NaN."""

    def chart(self, *, across: int | None = None) -> Figure | None:
        """Return the figure as the page draws it.

        Args:
            across: how many panels stand side by side, where there are panels; as many as on a page without it.
        """
        del across
        return None

    def drawing(self, sheet: Sheet, ground: Ground) -> str | None:
        """Return the figure as an SVG of our own, for which no browser is needed; None where there is none.

        Args:
            sheet: what it is drawn on, of ``cwsdiag.charts.drawn.sheets``.
            ground: light or dark.
        """
        del sheet, ground
        return None

    def sentence_drawing(self, sheet: Sheet, ground: Ground) -> str | None:
        """Return ``example`` as a ribbon, an SVG of our own; None without one, and where gold is private.

        Args:
            sheet: what it is drawn on.
            ground: light or dark.
        """
        example = None if self.scene.withholds_gold else self.example()
        if example is None:
            return None
        dataset = self.scene.results.dataset
        ribbon = ribbon_of(
            dataset.gold,
            {role: dataset.system(name) for role, name in example.systems.items()},
            example.sentence,
            aim=example.aim,
            colours={role: self.scene.colours[name] for role, name in example.systems.items()},
        )
        said = _("Sentence {number:,} of {dataset}", number=example.sentence + 1, dataset=self.scene.name)
        return ribbon_svg(ribbon, sheet=sheet, ground=ground, title=said)

    def legend(self) -> list[Mark]:
        """Return what the marks of the figure mean."""
        return []

    def table(self) -> Table | None:
        """Return its numbers."""
        return None

    def example(self) -> Ribbon | None:
        """Return a sentence that shows what the headline says."""
        return None

    @property
    def drawn_from(self) -> str:
        """What the figure is drawn from: the dataset with its size, what intervals are of, and what is left out."""
        results = self.scene.results
        drawn = units_said(len(results.diagnosis.unit_starts), results.unit)
        said = _("{dataset}, {words:,} gold words", dataset=self.scene.name, words=len(results.dataset.gold))
        said = _("{said}; 95 % intervals by resampling {units}.", said=said, units=drawn)
        about = set(self.roles.values()) or set(results.systems)
        left_out = left_out_sentence(score for score in results.scores if score.name in about)
        return f"{said} {left_out}" if left_out else said

    def caption(self) -> str:
        """Return what stands under a figure in print: what is shown, its finding, n, interval, test and version."""
        from cwsdiag import __version__

        parts = [f"{self.title}.", self.headline, self.remark, self.drawn_from, f"cwsdiag {__version__}."]
        return " ".join(part for part in parts if part)

    @property
    def stem(self) -> str:
        """What its files are called, without an ending: ``news-crf-jieba-compare-word-length``."""
        return "-".join(filter(None, map(slug, (self.scene.name, *self._named_in_files))))

    @property
    def _named_in_files(self) -> tuple[str, ...]:
        """What the name of its files says behind the dataset."""
        systems = [self.options[key] for key in ("system", "other") if key in self.options]
        others = {key: value for key, value in self.options.items() if key not in ("system", "other")}
        if "attribute" in others:
            # In English, whatever is spoken: files are sorted beside each other.
            others["attribute"] = str(self.scene.results.diagnosis.attribute(others["attribute"]).attribute.label)
        return (*systems, self.KIND, *others.values())

    @property
    def address(self) -> dict[str, str]:
        """What the address of its page says, but for the dataset: texts by the keys of addresses."""
        where = self.scene.where
        found: dict[str, str] = {key: self.options[key] for key in ("system", "other") if key in self.options}
        if where.buckets:
            found["buckets"] = where.buckets
        if where.unit and where.unit != SENTENCE:
            found["unit"] = where.unit
        return found | ({"baselines": "on"} if where.baselines else {})

    @property
    def signature(self) -> str:
        """Where the numbers come from."""
        return self.scene.results.diagnosis.signature

    @property
    def digests(self) -> dict[str, str]:
        """The SHA-256 of each file that the numbers rest on: gold, training, and the systems that it is about.

        That of the difficulties is there where the numbers are about them.
        """
        about = {f"system {name}" for name in self.roles.values()}
        every = self.scene.digests
        if not (self.WEIGHED or self.options.get("attribute") == "diff"):
            every = {name: digest for name, digest in every.items() if name != "weights"}
        if self.OF_ALL or not about:
            return every
        return {name: digest for name, digest in every.items() if name in about or " " not in name}

    @property
    def roles(self) -> dict[str, str]:
        """The systems that it is about, by role."""
        roles = (("a", "system"), ("b", "other"))
        return {role: self.options[key] for role, key in roles if key in self.options}

    @property
    def looks(self) -> dict[str, Look]:
        """How each system is drawn."""
        return looks(self.scene.colours, self.roles)


def slug(text: str) -> str:
    """Return a text as part of a file's name: letters of any script and digits, hyphens between; it may be empty."""
    return _NO_NAME.sub("-", text.lower()).strip("-")[:_LONGEST_PART].strip("-")
