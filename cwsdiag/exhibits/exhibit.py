"""What an exhibit is: something of a dataset, or of all of a project, that can be shown, kept, saved and printed.

An exhibit is a function of a look (the numbers of a dataset as it is cut) and of options that returns its ``Content``.
One that shows words or boundaries of gold takes a ``Look``, all others a ``PrivateLook``.
Pages, slides, reports, files, the command line and Python make what they show from that, none of them knows an exhibit
by its name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from inspect import signature
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cwsdiag.charts.layout import Spec
from cwsdiag.charts.marks import hover
from cwsdiag.charts.ribbon import ribbon_svg
from cwsdiag.charts.theme import Ground, Size, Style, styles
from cwsdiag.languages import _
from cwsdiag.output import UNDEFINED, Table
from cwsdiag.resampling import AUTO
from cwsdiag.views.look import Look, PrivateLook
from cwsdiag.views.ribbons import ribbon_of
from cwsdiag.views.wording import gold_words, in_turn, left_out_sentence, resampled_text, units_resampled

# In characters: shorter ones say little, longer ones are hard to take in at a glance.
SHORTEST, LONGEST = 8, 32


@dataclass(frozen=True)
class RibbonExample:
    """A sentence to be drawn as gold and systems cut it.

    Attributes:
        sentence: its number, from 0.
        systems: their names by role, ``a`` and ``b``.
        aim: first and last character, in the text, of the word that is meant; None for no word.
    """

    sentence: int
    systems: Mapping[str, str]
    aim: tuple[int, int] | None = None


def example_of(look: PrivateLook, words: NDArray[np.intp], roles: Mapping[str, str]) -> RibbonExample | None:
    """Return a sentence with one of some gold words: the first of a length that is easily read, or the shortest.

    Args:
        look: what is shown.
        words: numbers of gold words.
        roles: the systems of the drawing, by role.
    """
    if not isinstance(look, Look) or not len(words):
        return None
    gold = look.dataset.gold
    sentences = gold.sentence_ids[words]
    lengths = (gold.text.sentence_ends - gold.text.sentence_starts)[sentences]
    fitting = np.flatnonzero((lengths >= SHORTEST) & (lengths <= LONGEST))
    place = int(fitting[0] if len(fitting) else np.argmin(lengths))
    word = int(words[place])
    aim = (int(gold.word_starts[word]), int(gold.word_ends[word]))
    return RibbonExample(int(sentences[place]), dict(roles), aim)


def example_in(
    look: PrivateLook,
    roles: Mapping[str, str],
    attribute: str | None = None,
    bucket: int | None = None,
    *,
    where: Sequence[tuple[str, int]] = (),
    show: str = "wrong",
) -> RibbonExample | None:
    """Return a sentence with a word of a bucket that systems get wrong, or another choice of ``SHOWS``."""
    if not isinstance(look, Look):
        return None
    words = look.words(attribute, bucket, roles, where=where)
    return example_of(look, words.units.words[words.chosen(show)], roles)


def drawing_of(
    look: PrivateLook, ribbon: RibbonExample, width: float, type: float, ground: Ground, height: float | None = None
) -> str:
    """Return a sentence as an SVG.

    Args:
        look: whose sentence it is.
        ribbon: which sentence, with which systems.
        width: of the drawing, in pixels.
        type: the size of its smallest text.
        ground: what it is drawn on.
        height: that may not be passed; None where it grows downwards.
    """
    dataset = look.dataset
    return ribbon_svg(
        [
            ribbon_of(
                dataset.gold,
                {role: dataset.system(name) for role, name in ribbon.systems.items()},
                ribbon.sentence,
                aim=ribbon.aim,
                colours={role: look.colours[name] for role, name in ribbon.systems.items()},
                weights=None if dataset.difficulty is None else dataset.difficulty.values,
            )
        ],
        width=width,
        type=type,
        ground=ground,
        title=_("Sentence {number:,} of {dataset}", number=ribbon.sentence + 1, dataset=look.name),
        height=height,
    )


# What draws for a width, the size of its smallest text, a ground, and a height that may not be passed.
Drawing = Callable[[float, float, "Ground", "float | None"], str]
# What a click on a mark asks for: the name of another exhibit, and its options.
Target = tuple[str, dict[str, str]]
_NO_NAME = re.compile(r"[^\w]+|_+")
# As a part of the name of a file.
_LONGEST_PART = 40
# In characters: two lines of a slide.
_LONGEST_TITLE = 100
_SYSTEMS = {"a": "system", "b": "other"}


@dataclass(frozen=True, eq=False)
class Content:
    """All that there is to show of an exhibit, in the language of the moment.

    Attributes:
        title: what is seen.
        sentence: what it says, with its number.
        remark: how that is to be taken, in one sentence; empty for nothing to add.
        numbers: of the sentence, by name: what a finding keeps. No entry is undefined for a reason of its own.
        chart: lays the chart out for a size; None for no chart.
        svg: draws what Plotly cannot.
        table: all numbers that are drawn.
        example: a sentence in which it can be seen.
        click: what the data behind a clicked mark asks for; None for nothing.
        glance: a few words or places in which it is seen, for where there is room for no more.
        source: where its numbers come from, where that is not the dataset of its look.
        signature, digests: of its numbers, where they are of neither its dataset nor its project.
    """

    title: str
    sentence: str
    remark: str = ""
    numbers: Mapping[str, float] = field(default_factory=dict)
    chart: Callable[[Size], Spec] | None = None
    svg: Drawing | None = None
    table: Callable[[], Table] | None = None
    example: Callable[[], RibbonExample | None] | None = None
    click: Callable[[Sequence[Any]], Target | None] | None = None
    glance: Sequence[str] = ()
    source: str = ""
    signature: str = ""
    digests: Mapping[str, str] | None = None

    @property
    def assertion(self) -> str:
        """What it says, as a title: its sentence, but what is seen where that is long."""
        sentence = self.sentence.rstrip(".。")
        return sentence if 0 < len(sentence) <= _LONGEST_TITLE else self.title


@dataclass(frozen=True)
class Kind:
    """A kind of exhibit, as the registry has it; see ``exhibit``."""

    name: str
    says: str
    page: str
    content: Callable[..., Content]
    needs: tuple[str, ...] = ()
    takes: tuple[str, ...] = ()
    place: Mapping[str, str] = field(default_factory=dict)
    address: Mapping[str, str] = field(default_factory=dict)
    weighs: bool = False
    of_all: bool = False
    of_project: bool = False
    subject: Callable[[PrivateLook], Any] | None = None

    @property
    def tells_gold(self) -> bool:
        """Whether words or boundaries of gold can be read from it: its function asks for a look that has them."""
        return self.content.__annotations__.get("look") == Look.__name__


KINDS: dict[str, Kind] = {}
# So many words or places are seen at a glance.
GLANCED = 3
# The option that adds how many of the other systems miss a word; the value says beside whom, and the look has it then.
MISSED = "missed"
BESIDE = {"a": ("system",), "ab": ("system", "other")}

Function = Callable[..., Content]


def exhibit(name: str, says: str, *, page: str, missed: bool = False, **more: Any) -> Callable[[Function], Function]:
    """Enter a function of a look and options among the exhibits: its options are what may be given by position.

    Args:
        name: what it is called on the command line and in files of findings.
        says: what it shows, in a line of ``cwsdiag figure --list``.
        page: where it is shown in the dashboard.
        missed: whether how many of the other systems miss a word may be added.
        more: ``place``, what the address of its page says always; ``address``, by option, the key of the address that
            says it; ``weighs``, whether it rests on the difficulty of words; ``of_all``, whether on all systems though
            it names some; ``of_project``, whether it is about all datasets together; ``subject``, which gives what its
            function takes in place of a look.
    """

    def enter(content: Function) -> Function:
        options = [one for one in signature(content).parameters.values() if one.kind is one.POSITIONAL_OR_KEYWORD][1:]
        needs = tuple(one.name for one in options if one.default is one.empty)
        takes = (*(one.name for one in options if one.name not in needs), *((MISSED,) if missed else ()))
        KINDS[name] = Kind(name, says, page, content, **{"needs": needs, "takes": takes, **more})
        return content

    return enter


class Exhibit:
    """An exhibit of a look, with its options."""

    def __init__(
        self, kind: Kind, look: PrivateLook, options: Mapping[str, str], content: Content | None = None
    ) -> None:
        """Take what was checked.

        Args:
            kind: of the registry.
            look: what is shown.
            options: by name.
            content: what there is to show, where it is there already.
        """
        self.kind, self.look, self.options = kind, look, dict(options)
        if content is not None:
            vars(self)["content"] = content

    @cached_property
    def content(self) -> Content:
        """All that there is to show, made when it is first asked for.

        Raises:
            SettingError: the look has no such thing.
        """
        return self.kind.content(
            self.look if self.kind.subject is None else self.kind.subject(self.look),
            **{key: value for key, value in self.options.items() if key != MISSED},
        )

    @property
    def is_of_all_attributes(self) -> bool:
        """Whether it shows a panel of every attribute, each of which can be shown alone."""
        return "attribute" in self.kind.takes and "bucket" not in self.kind.takes and "attribute" not in self.options

    @property
    def example(self) -> RibbonExample | None:
        """A sentence in which it can be seen; None where there is none, or gold is private."""
        return None if self.content.example is None else self.content.example()

    @cached_property
    def table(self) -> Table | None:
        """All numbers that are drawn; None for none."""
        return None if self.content.table is None else self.content.table()

    @property
    def source(self) -> str:
        """The dataset, its size, what intervals are drawn from, and what is left out of the scores."""
        if self.content.source:
            return self.content.source
        look, about = self.look, list(self.roles.values())
        said = _(
            "{dataset}, {words}; 95 % intervals by resampling {units}.",
            dataset=look.name,
            words=gold_words(len(look.dataset.gold)),
            units=resampled_text(look.diagnosis, about or look.systems),
        )
        scores = (one for one in look.scores if not about or one.name in about)
        return in_turn(said, left_out_sentence(scores, look.name))

    @property
    def caption(self) -> str:
        """What stands under it on paper: what is seen, what it says, what it rests on."""
        from cwsdiag import __version__

        content = self.content
        return in_turn(f"{content.title}.", content.sentence, content.remark, self.source, f"cwsdiag {__version__}.")

    @property
    def stem(self) -> str:
        """What its files are called, without an ending: dataset, systems, kind and options."""
        others = (value for key, value in self.options.items() if key not in _SYSTEMS.values())
        dataset = "" if self.kind.of_project else self.look.name
        return "-".join(filter(None, map(slug, (dataset, *self.roles.values(), self.kind.name, *others))))

    @property
    def address(self) -> dict[str, str]:
        """What the address of its page says, but for the dataset."""
        where, own = self.look.where, {key: key for key in (*_SYSTEMS.values(), MISSED)} | {**self.kind.address}
        parts = {
            **self.kind.place,
            **{own[key]: value for key, value in self.options.items() if key in own},
            "buckets": where.buckets,
            "unit": "" if where.unit == AUTO else where.unit,
            "baselines": "on" if where.baselines else "",
        }
        return {key: value for key, value in parts.items() if value}

    @property
    def signature(self) -> str:
        """Where the numbers come from: version, digests, settings, seed."""
        if self.content.signature:
            return self.content.signature
        if self.kind.of_project:
            return self.look.study.signature
        diagnosis = self.look.diagnosis
        return diagnosis.signed(units_resampled(diagnosis, list(self.roles.values()) or self.look.systems))

    @property
    def digests(self) -> dict[str, str]:
        """The SHA-256 of each file that it rests on, by what it is."""
        if self.content.digests is not None:
            return dict(self.content.digests)
        if self.kind.of_project:
            datasets = [diagnosis.dataset for diagnosis in self.look.study.diagnoses]
            gold = {f"{one.name} gold": one.gold.digest for one in datasets}
            return gold | {f"{one.name} system {own.name}": own.digest for one in datasets for own in one.systems}
        about = {f"system {name}" for name in self.roles.values()}
        weighs = self.kind.weighs or self.options.get("attribute") == "diff"
        every = self.kind.of_all or MISSED in self.options or not about
        return {
            name: digest
            for name, digest in self.look.digests.items()
            if (every or name in about or " " not in name) and (weighs or name != "weights")
        }

    @property
    def roles(self) -> dict[str, str]:
        """The names of its systems by role."""
        return {role: self.options[key] for role, key in _SYSTEMS.items() if key in self.options}

    @property
    def may_tell(self) -> bool:
        """Whether it may be shown: words and boundaries of a private gold may not."""
        return isinstance(self.look, Look) or not self.kind.tells_gold

    def sentence_svg(self, width: float, type: float, ground: Ground, height: float | None = None) -> str | None:
        """Return its example as the ribbon draws it; None for no example."""
        example = self.example
        return None if example is None else drawing_of(self.look, example, width, type, ground, height)


def bucket_hovers(table: Table, value: str, low: str, high: str) -> dict[tuple[str, int], str]:
    """Return what is said of each bucket under the pointer, by attribute and bucket: its row of a table.

    Args:
        table: of buckets, as a list; its first two columns name them.
        value: the column of a number that has an interval.
        low: that of its lower end.
        high: that of its upper end.
    """
    hovers = {}
    for values, texts in zip(table.frame, table.cells(), strict=True):
        row = dict(zip(table.columns, texts, strict=True))
        if row[low] != UNDEFINED:
            row[value] += f" [{row[low]}, {row[high]}]"
        said = [
            f"{head} {text}".strip()
            for (key, text), head in zip(row.items(), table.heads, strict=True)
            if key not in (low, high) and text not in ("", UNDEFINED)
        ]
        hovers[values["attribute"], values["bucket"]] = hover([" ".join(texts[:2]), *said[2:]])
    return hovers


def system_styles(look: PrivateLook) -> dict[str, Style]:
    """Return how each system is drawn: its colour, its form, its letter."""
    return styles(look.colours, look.roles)


def to_system(mark: Sequence[Any]) -> Target | None:
    """Return where a click on the mark of a system leads: to where it fails; None where there is no name."""
    return ("self", {"system": str(mark[0])}) if mark[0] else None


def names_of_datasets(names: Sequence[str]) -> str:
    """Return how many datasets there are, and their names."""
    return _("{n} datasets: {names}.", n=len(names), names=_(", ").join(names))


def roles_of(system: str, other: str | None) -> dict[str, str]:
    """Return the names of one or two systems by role."""
    return {"a": system} if other is None else {"a": system, "b": other}


def slug(text: str) -> str:
    """Return a text as a part of the name of a file: letters, digits and hyphens."""
    return _NO_NAME.sub("-", text.lower()).strip("-")[:_LONGEST_PART].strip("-")
