"""Which of several files is gold, which are predictions, which is training data: proposed from content and name.

Files whose first characters are the same, however they are cut, hold one text (``same_text``). Most of these make the
test text; then, in this order:

- a file without blanks between words is a raw text of it, and is used to check the others;
- of the segmented ones gold is the one whose name says so ("gold", "ref", "key", else "test"), or the only one whose
  name does not say that it is a prediction. Content cannot tell gold from a good prediction: that others are most like
  it is no sign, since two systems of one kind are more like each other than like gold. So without a name that tells,
  all are proposed as predictions, and unsure;
- training data is a word list, or a segmented text of other sentences that is named as such or at least twice as long:
  a shorter one may as well be development data, and is left out until somebody says what it is; where
  names and lengths contradict each other both are followed as far as predictions allow, and it is unsure;
- a table of difficulties is known by its ending and its heading, one of labels by its ending and its name or a column
  ``sent_id``, a list of idioms and development data by their names;
- all others are left out, with what speaks against each role.

A proposal does not depend on the order of the files. It rests on the beginning of each, so that a look costs the same
whatever the size of the file: at most its first ``SAMPLE`` characters, white space not counted. What stands later, as a
test text in the midst of a training text, is found when the files are read whole. A file packed by gzip is unpacked to
its end, since nothing else tells how long it is: a second for 200 MB, the most that is read.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from operator import attrgetter
from typing import Any, Literal, TypeVar

from cwsdiag.dataset import ReadOptions
from cwsdiag.doctor.predictions import UNSEGMENTED_RATIO, Hint, hints, normalised, script_of
from cwsdiag.errors import CwsdiagError
from cwsdiag.formats import WRAPPERS, Source, open_document
from cwsdiag.formats.base import SENTENCE_ID, listed, longest_mean
from cwsdiag.languages import Lazy, lazy
from cwsdiag.weights import ENDINGS, RETIRED

T = TypeVar("T")

# What was trained on another dataset only a project says.
Place = Literal[
    "gold", "system", "training", "raw", "weights", "labels", "out", "dev", "documents", "idioms", "transferred"
]
PLACES: dict[Place, str] = {
    "gold": lazy("gold"),
    "system": lazy("prediction"),
    "training": lazy("training data"),
    "raw": lazy("raw text"),
    "dev": lazy("development data"),
    "weights": lazy("difficulties"),
    "labels": lazy("labels"),
    "documents": lazy("documents"),
    "idioms": lazy("idioms"),
    "out": lazy("left out"),
}
# What is none of the texts by which others are known, once somebody said that it is that.
_ASIDE = frozenset({"dev", "weights", "labels", "documents", "idioms"})

# Of the stretches of the shorter of two texts, so many stand in the other one if they are the same text, and one is at
# most so many times as long.
_LEAST_COMMON = 0.5
_MOST_LONGER = 2.0
# So many times as long as the test text is a text that nobody need be asked about.
_PLAINLY_TRAINING = 2.0
# One who has two texts, one so many times as long as the other, trains on the longer one.
_MUCH_LONGER = 3.0
_LISTED = 3

Kind = Literal["segmented", "raw", "list", "counts", "weights", "labels", "unreadable"]

SAMPLE = 60_000
_CHUNK = 1 << 18
# Two Chinese texts hardly share so many characters in a row but by quoting.
_STRETCH = 8
_HEADING = 4096
_TABLE_COLUMNS = frozenset({"word", "sentence", "start", "end", "d"})


@dataclass(frozen=True)
class Glimpse:
    """What the beginning of a file says.

    Attributes:
        name: what the user calls the file.
        kind: words of running text, text without blanks between words, a word list without or with counts,
            difficulties of words, a table of labels of sentences, or a file that cannot be read.
        sample: its first characters as NFKC makes them, without white space; in simplified characters where
            ``in_one_script`` made it so. Empty for what is no text.
        mean: mean number of characters between two blanks; 0 for what is no text.
        characters: about how many characters the whole file has; 0 for what is no text.
        problem: why it cannot be read; None where it can.
        key: by which whoever asks for proposals tells files apart.
    """

    name: str
    kind: Kind
    sample: str = ""
    mean: float = 0.0
    characters: float = 0.0
    problem: CwsdiagError | None = None
    key: str = ""

    @cached_property
    def hints(self) -> frozenset[Hint]:
        """What the name of the file says it is."""
        return hints(self.name)

    @cached_property
    def stretches(self) -> frozenset[str]:
        """Each stretch of eight characters that occurs; a shorter text is one stretch."""
        places = range(max(len(self.sample) - _STRETCH + 1, min(len(self.sample), 1)))
        return frozenset(self.sample[place : place + _STRETCH] for place in places)

    def shared_with(self, other: Glimpse) -> float:
        """Return the share of the stretches of the one that has fewer which the other has too; 0 without text."""
        fewer = min(len(self.stretches), len(other.stretches))
        return len(self.stretches & other.stretches) / fewer if fewer else 0.0


def glimpse(source: Source, options: ReadOptions | None = None) -> Glimpse:
    """Look at the beginning of a file.

    Args:
        source: the file.
        options: how it is to be read; by default that is found out from the content. Normalisations are passed over.
    """
    name = source.name.lower().removesuffix(".gz")
    try:
        # Difficulties by the ending, and a table by its columns; labels by the name of a table, or a column.
        if _heading(source) >= _TABLE_COLUMNS if name.endswith(".csv") else name.endswith((*ENDINGS, RETIRED)):
            return Glimpse(source.name, "weights")
        if name.endswith((".csv", ".tsv")) and ("labels" in hints(name) or SENTENCE_ID in _heading(source)):
            return Glimpse(source.name, "labels")
        options = options or ReadOptions()
        # Only training data may be a word list: what is one is found out in no other role.
        stream = open_document(
            source,
            role="training",
            format=options.format,
            encoding=options.encoding,
            separator=options.separator,
            # What stands around lines says nothing of what a file is, stripped or not when it is read.
            strip=tuple(WRAPPERS),
            chunk_size=_CHUNK,
        )
        words: list[str] = []
        characters = 0.0
        for blocks, block in enumerate(stream.blocks(), start=1):
            words += block.words
            characters += sum(map(len, block.words))
            if characters >= SAMPLE:
                # Counted where it is packed: that one size is no measure of the other.
                size = sum(map(len, source.chunks())) if source.packed else source.size
                characters *= max(size / (blocks * _CHUNK), 1.0)
                break
        mean = sum(map(len, words)) / len(words)
        kind: Kind = stream.kind
        if kind == "segmented" and mean > longest_mean(words):
            kind = "raw"
        sample = unicodedata.normalize("NFKC", "".join(words)[:SAMPLE])
        return Glimpse(source.name, kind, "".join(sample.split()), mean, characters)
    except CwsdiagError as error:
        return unreadable(source.name, error)


def unreadable(name: str, problem: CwsdiagError) -> Glimpse:
    """Return the look of a file that cannot be read."""
    return Glimpse(name, "unreadable", problem=problem.with_traceback(None))


def in_one_script(glimpses: Iterable[Glimpse]) -> list[Glimpse]:
    """Return looks whose samples can be compared: where some are in traditional characters, these are simplified."""
    glimpses = list(glimpses)
    scripts = [script_of(glimpse.sample) for glimpse in glimpses]
    # OpenCC takes a while to load, so it is asked only where it matters.
    if not {"simplified", "traditional"} <= set(scripts):
        return glimpses
    return [
        replace(glimpse, sample=normalised([glimpse.sample], ["t2s"])[0]) if script == "traditional" else glimpse
        for glimpse, script in zip(glimpses, scripts, strict=True)
    ]


def _heading(source: Source) -> set[str]:
    """Return the columns of a table, as ASCII in whatever encoding."""
    heading = source.head(_HEADING).replace(b"\0", b"").split(b"\n")[0].decode("ascii", "ignore")
    return set(re.split("[,\t]", heading.strip()))


@dataclass(frozen=True)
class RoleProposal:
    """What a file is proposed to be.

    Attributes:
        place: what it is to be.
        reason: one sentence on why it is left out, or why nobody can be sure; empty where there is nothing to doubt.
        sure: whether content or name tell; else somebody should look.
    """

    place: Place
    reason: str = ""
    sure: bool = True


def propose(glimpses: Mapping[str, Glimpse], chosen: Mapping[str, Place] | None = None) -> dict[str, RoleProposal]:
    """Propose what each of several files is.

    Args:
        glimpses: of the files, by any key that tells them apart.
        chosen: what somebody said that a file is, by its key; the others are proposed to fit.

    Returns:
        A proposal for each file. At most one is gold and one training data, but where more were chosen so.
    """
    by_hand = {key: place for key, place in (chosen or {}).items() if key in glimpses}
    files = in_one_script(replace(glimpses[key], key=key) for key in sorted(glimpses))
    files = [one for one in files if by_hand.get(one.key) not in _ASIDE]
    proposals = _Proposing(files, by_hand).proposals()
    proposals |= {key: RoleProposal(place) for key, place in by_hand.items()}
    return {key: proposals[key] for key in glimpses}


def same_text(one: Glimpse, other: Glimpse) -> bool:
    """Tell whether two files hold the same text, cut in whatever way: a few other characters do not matter."""
    longer, shorter = max(one.characters, other.characters), min(one.characters, other.characters)
    return longer <= _MOST_LONGER * shorter and one.shared_with(other) >= _LEAST_COMMON


class _Proposing:
    """Proposes what files are, which are sorted by their keys."""

    def __init__(self, files: Sequence[Glimpse], chosen: Mapping[str, Place]) -> None:
        self._files, self._chosen = files, chosen
        self._test = self._test_text()
        shortest = min((one.mean for one in self._test), default=0.0)
        self._cut = [one for one in self._test if one.kind != "raw" and one.mean <= UNSEGMENTED_RATIO * shortest]
        self._gold, self._doubt = self._find_gold()
        # The files that stand for the test text: gold where it is known.
        self._reference = [self._gold] if self._gold else self._cut or self._test

    def proposals(self) -> dict[str, RoleProposal]:
        """Return a proposal for each file by its content and name, in what the choices leave open."""
        proposals = {}
        for one in self._files:
            if one.kind in ("weights", "labels"):
                proposals[one.key] = RoleProposal(one.kind)
            elif one.kind == "unreadable":
                proposals[one.key] = RoleProposal("out")
            elif "idioms" in one.hints:
                proposals[one.key] = RoleProposal("idioms")
            elif one in self._test and one not in self._cut:
                proposals[one.key] = RoleProposal("raw")
            elif one == self._gold:
                proposals[one.key] = RoleProposal("gold", self._doubt, not self._doubt)
            elif one in self._test:
                sure = self._gold is not None or "system" in one.hints
                proposals[one.key] = RoleProposal("system", "" if sure else self._doubt, sure)
        training = self._find_training([one for one in self._files if one.key not in proposals])
        if training:
            doubt = self._doubt_of_training(training)
            proposals[training.key] = RoleProposal("training", doubt, not doubt)
        return {one.key: proposals.get(one.key) or self._left_out(one) for one in self._files}

    def _test_text(self) -> list[Glimpse]:
        """Return the files of the text that systems are compared on; none where nothing tells which it is."""
        text = _likeliest([(self._likely_test(text), text) for text in _texts(self._files)])
        if text is None:
            return []
        chosen, _several, named, _characters = self._likely_test(text)
        only_training = all("training" in one.hints for one in text)
        alone_in_list = len(text) == 1 and text[0].kind in ("list", "counts", "raw")
        return [] if not chosen and named <= 0 and (only_training or alone_in_list) else text

    def _likely_test(self, text: Sequence[Glimpse]) -> tuple[int, int, int, float]:
        chosen = [self._chosen.get(one.key) for one in text]
        about_test = sum(place in ("gold", "system") for place in chosen) - chosen.count("training")
        named = sum(bool(one.hints & {"gold", "test", "system"}) for one in text)
        named -= sum(bool(one.hints & {"training", "dev"}) for one in text)
        several = len(text) if len(text) > 1 and named > -len(text) else 1
        return about_test, several, named, -max(one.characters for one in text)

    def _find_gold(self) -> tuple[Glimpse | None, str]:
        """Return which file is gold, none where nothing tells, and what makes that unsure."""
        for key, place in self._chosen.items():
            if place == "gold":
                return next(one for one in self._files if one.key == key), ""
        free = [one for one in self._cut if one.key not in self._chosen]
        for wanted, unwanted in (("gold", {"system"}), ("gold", set[str]()), ("test", {"system", "raw"})):
            named = [one for one in free if wanted in one.hints and not unwanted & one.hints]
            if len(named) == 1:
                return named[0], ""
            if named:
                doubt = lazy(
                    "{names} all have the name of a gold or test file: nothing tells which is.", names=_names(named)
                )
                return None, doubt
        unnamed = [one for one in free if "system" not in one.hints]
        if len(unnamed) == 1 and len(self._cut) > 1:
            doubt = lazy("The only file of this text that is not named as a prediction, but as training data.")
            return unnamed[0], doubt if "training" in unnamed[0].hints else ""
        if len(self._cut) == 1 and unnamed:
            return unnamed[0], lazy("The only text cut into words that it could be; its name does not tell.")
        names = _names(self._cut)
        return None, lazy(
            "{names} have the same characters: content does not tell gold from a prediction.", names=names
        )

    def _find_training(self, files: Sequence[Glimpse]) -> Glimpse | None:
        """Return the training data among files that are nothing else yet; none where none is the likeliest."""
        if "training" in self._chosen.values():
            return None
        kinds = ("list", "counts", "segmented")
        ranked = []
        # A file named as gold, where what predictions are of is named as training data: the names are swapped.
        swapped = self._gold is not None and "training" in self._gold.hints
        unlikely = {"dev", "system"} if swapped else {"dev", "gold", "system"}
        for one in files:
            named, kind = "training" in one.hints, one.kind
            if one.key in self._chosen or kind not in kinds:
                continue
            is_text = not named and kind == "segmented"
            if is_text and (one.hints & unlikely or not self._test or self._times(one) < _PLAINLY_TRAINING):
                continue
            ranked.append(((named, kinds.index(kind), one.characters), one))
        return _likeliest(ranked)

    def _times(self, one: Glimpse) -> float:
        """Return how many times as long as the test text a file is."""
        return one.characters / max(other.characters for other in self._test)

    def _doubt_of_training(self, one: Glimpse) -> str:
        """Return what makes it unsure that a file is training data; empty where nothing does."""
        if one.kind != "segmented" or not self._test:
            return ""
        times, test_is_known = self._times(one), len(self._cut) > 1 or len(self._cut) < len(self._test)
        if "training" in one.hints:
            sure = test_is_known or times * _MUCH_LONGER > 1
        else:
            sure = "gold" not in one.hints and (test_is_known or times >= _MUCH_LONGER)
        return "" if sure else self._others(one)

    def _left_out(self, one: Glimpse) -> RoleProposal:
        if one.kind in ("list", "counts"):
            return RoleProposal("out", lazy("A word list, but there is training data already."))
        if not self._test:
            return RoleProposal("out", lazy("Nothing tells what it is."), sure=False)
        if self._test[0].shared_with(one) >= _LEAST_COMMON:
            names, times = _names(self._reference), self._times(one)
            why = lazy("It has sentences of {names}, but is {times:.1f} times as long.", names=names, times=times)
        elif "dev" in one.hints:
            return RoleProposal("dev")
        else:
            why = self._others(one)
        return RoleProposal("out", why, sure=False)

    def _others(self, one: Glimpse) -> Lazy:
        names, times = _names(self._reference), self._times(one)
        return lazy("Other sentences than {names}, {times:.1f} times as long.", names=names, times=times)


def _likeliest(ranked: Sequence[tuple[Any, T]]) -> T | None:
    """Return what is ranked highest; None where two are, or nothing is there."""
    highest = max((rank for rank, _one in ranked), default=None)
    first = [one for rank, one in ranked if rank == highest]
    return first[0] if len(first) == 1 else None


def _names(files: Sequence[Glimpse]) -> str:
    return listed(sorted(one.name for one in files), _LISTED)


def _texts(files: Sequence[Glimpse]) -> Iterator[list[Glimpse]]:
    """Yield the files of each text, the texts apart; files keep their order."""
    left = [one for one in files if one.kind not in ("weights", "labels", "unreadable", "counts")]
    while left:
        text, left = left[:1], left[1:]
        for one in text:
            near = [other for other in left if same_text(one, other)]
            text += near
            left = [other for other in left if other not in near]
        yield sorted(text, key=attrgetter("key"))
