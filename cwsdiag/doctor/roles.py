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

A proposal does not depend on the order of the files. It rests on the beginning of each (``cwsdiag.doctor.glimpses``):
that a training text has the test text somewhere in its midst is found when the files are read whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter, itemgetter
from typing import Literal

from cwsdiag.doctor.finding import listed
from cwsdiag.doctor.glimpses import Glimpse, in_one_script
from cwsdiag.doctor.measures import MUCH_LONGER, UNSEGMENTED_RATIO
from cwsdiag.languages import Lazy, lazy

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
_LISTED = 3


@dataclass(frozen=True)
class Proposal:
    """What a file is proposed to be.

    Attributes:
        place: what it is to be.
        reason: one sentence on why it is left out, or why nobody can be sure; empty where there is nothing to doubt.
        sure: whether content or name tell; else somebody should look.
    """

    place: Place
    reason: str = ""
    sure: bool = True


def propose(glimpses: Mapping[str, Glimpse], chosen: Mapping[str, Place] | None = None) -> dict[str, Proposal]:
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
    proposals |= {key: Proposal(place) for key, place in by_hand.items()}
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

    def proposals(self) -> dict[str, Proposal]:
        """Return a proposal for each file by its content and name, in what the choices leave open."""
        proposals = {}
        for one in self._files:
            if one.kind in ("weights", "labels"):
                proposals[one.key] = Proposal(one.kind)
            elif one.kind == "unreadable":
                proposals[one.key] = Proposal("out")
            elif "idioms" in one.hints:
                proposals[one.key] = Proposal("idioms")
            elif one in self._test and one not in self._cut:
                proposals[one.key] = Proposal("raw")
            elif one == self._gold:
                proposals[one.key] = Proposal("gold", self._doubt, not self._doubt)
            elif one in self._test:
                sure = self._gold is not None or "system" in one.hints
                proposals[one.key] = Proposal("system", "" if sure else self._doubt, sure)
        training = self._find_training([one for one in self._files if one.key not in proposals])
        if training:
            doubt = self._doubt_of_training(training)
            proposals[training.key] = Proposal("training", doubt, not doubt)
        return {one.key: proposals.get(one.key) or self._left_out(one) for one in self._files}

    def _test_text(self) -> list[Glimpse]:
        """Return the files of the text that systems are compared on; none where nothing tells which it is."""
        ranked = [(self._likely_test(text), text) for text in _texts(self._files)]
        ranked.sort(key=itemgetter(0), reverse=True)
        if not ranked or (len(ranked) > 1 and ranked[0][0] == ranked[1][0]):
            return []
        (chosen, several, named, _characters), text = ranked[0]
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
        ranked.sort(key=itemgetter(0))
        unclear = not ranked or (len(ranked) > 1 and ranked[-1][0] == ranked[-2][0])
        return None if unclear else ranked[-1][1]

    def _times(self, one: Glimpse) -> float:
        """Return how many times as long as the test text a file is."""
        return one.characters / max(other.characters for other in self._test)

    def _doubt_of_training(self, one: Glimpse) -> str:
        """Return what makes it unsure that a file is training data; empty where nothing does."""
        if one.kind != "segmented" or not self._test:
            return ""
        times, test_is_known = self._times(one), len(self._cut) > 1 or len(self._cut) < len(self._test)
        if "training" in one.hints:
            sure = test_is_known or times * MUCH_LONGER > 1
        else:
            sure = "gold" not in one.hints and (test_is_known or times >= MUCH_LONGER)
        return "" if sure else self._others(one)

    def _left_out(self, one: Glimpse) -> Proposal:
        if one.kind in ("list", "counts"):
            return Proposal("out", lazy("A word list, but there is training data already."))
        if not self._test:
            return Proposal("out", lazy("Nothing tells what it is."), sure=False)
        names = _names(self._reference)
        if self._test[0].shared_with(one) >= _LEAST_COMMON:
            times = self._times(one)
            why = lazy("It has sentences of {names}, but is {times:.1f} times as long.", names=names, times=times)
        elif "dev" in one.hints:
            return Proposal("dev")
        elif "gold" in one.hints:
            why = lazy("Another gold file, with other sentences than {names}.", names=names)
        else:
            why = self._others(one)
        return Proposal("out", why, sure=False)

    def _others(self, one: Glimpse) -> Lazy:
        names, times = _names(self._reference), self._times(one)
        return lazy("Other sentences than {names}, {times:.1f} times as long.", names=names, times=times)


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
