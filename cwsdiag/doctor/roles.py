"""Which of several files is gold, which are predictions, which is training data: proposed from content and name.

Files whose first characters are the same, however they are cut, hold one text (``same_text``). Most of these make the
test text; then, in this order:

- a file without blanks between words is a raw text of it, and is used to check the others;
- of the segmented ones gold is the one whose name says so ("gold", "ref", "key", else "test"), or the only one whose
  name does not say that it is a prediction. Content cannot tell gold from a good prediction: that others are most like
  it is no sign, since two systems of one kind are more like each other than like gold. So without a name that tells,
  all are proposed as predictions, and unsure;
- training data is a word list, or a segmented text of other sentences that is named as such or at least as long; where
  names and lengths contradict each other both are followed as far as predictions allow, and it is unsure;
- a table of difficulties is known by its ending and its heading;
- all others are left out, with what speaks against each role.

A proposal does not depend on the order of the files. It rests on the beginning of each (``cwsdiag.doctor.glimpses``):
that a training text has the test text somewhere in its midst is found when the files are read whole.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from cwsdiag.doctor.finding import listed
from cwsdiag.doctor.glimpses import in_one_script
from cwsdiag.doctor.measures import UNSEGMENTED_RATIO
from cwsdiag.doctor.names import hints
from cwsdiag.doctor.swapping import MUCH_LONGER
from cwsdiag.languages import lazy, translated

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from cwsdiag.doctor.glimpses import Glimpse

# The last four are places that only a project gives.
Place = Literal["gold", "system", "training", "raw", "weights", "out", "dev", "documents", "idioms", "transferred"]
PLACES: dict[Place, str] = {
    "gold": lazy("gold"),
    "system": lazy("prediction"),
    "training": lazy("training data"),
    "raw": lazy("raw text"),
    "weights": lazy("difficulties"),
    "out": lazy("left out"),
}

# Of the stretches of the shorter of two texts, so many stand in the other one if they are the same text, and one is at
# most so many times as long.
_LEAST_COMMON = 0.5
_MOST_LONGER = 2.0
_LISTED = 3


@dataclass(frozen=True)
class Proposal:
    """What a file is proposed to be.

    Attributes:
        place: what it is to be.
        reason: one sentence on what speaks for it.
        sure: whether content or name tell; else somebody should look.
    """

    place: Place
    reason: str
    sure: bool = True


def propose(glimpses: Mapping[str, Glimpse], chosen: Mapping[str, Place] | None = None) -> dict[str, Proposal]:
    """Propose what each of several files is.

    Args:
        glimpses: of the files, by any key that tells them apart.
        chosen: what somebody said that a file is, by its key; the others are proposed to fit.

    Returns:
        A proposal for each file. At most one is gold and one training data, but where more were chosen so.
    """
    keys = sorted(glimpses)
    seen = dict(zip(keys, in_one_script([glimpses[key] for key in keys]), strict=True))
    fixed = {key: place for key, place in (chosen or {}).items() if key in seen}
    proposals = _Proposing(seen, fixed, list(_texts(seen))).proposals()
    return {key: proposals[key] for key in glimpses}


def same_text(one: Glimpse, other: Glimpse) -> bool:
    """Tell whether two files hold the same text, cut in whatever way: a few other characters do not matter."""
    longer, shorter = max(one.characters, other.characters), min(one.characters, other.characters)
    return longer <= _MOST_LONGER * shorter and one.shared_with(other) >= _LEAST_COMMON


class _Proposing:
    """Proposes what files are, by their keys, which are sorted."""

    def __init__(
        self, glimpses: Mapping[str, Glimpse], chosen: Mapping[str, Place], texts: Sequence[list[str]]
    ) -> None:
        self._glimpses = glimpses
        self._chosen = chosen
        self._texts = texts
        self._hints = {key: hints(glimpse.name) for key, glimpse in glimpses.items()}
        self._test = self._test_text()
        self._raw = {key for key in self._test if self._is_raw(key)}
        self._cut = [key for key in self._test if key not in self._raw]
        self._gold, self._why, self._sure = self._find_gold()

    def proposals(self) -> dict[str, Proposal]:
        """Return a proposal for each file."""
        proposals = self.unbidden()
        if self._chosen:
            # Two wrong choices must not speak for each other.
            free = _Proposing(self._glimpses, {}, self._texts).unbidden()
            proposals |= {key: _chosen_by_hand(place, free[key]) for key, place in self._chosen.items()}
        return proposals

    def unbidden(self) -> dict[str, Proposal]:
        """Return a proposal for each file by its content and name, in what the choices leave open."""
        found = {key: self._by_itself(key) for key in self._glimpses}
        found |= self._of_test_text()
        found |= self._of_training([key for key, proposal in found.items() if proposal is None])
        return {key: proposal or self._left_out(key) for key, proposal in found.items()}

    def _by_itself(self, key: str) -> Proposal | None:
        glimpse = self._glimpses[key]
        if glimpse.kind == "weights":
            return Proposal("weights", lazy("Its ending and its heading are those of a file of difficulties."))
        if glimpse.kind == "unreadable":
            return Proposal("out", lazy("It cannot be read as it is."))
        return None

    def _test_text(self) -> list[str]:
        """Return the files of the text that systems are compared on; none where nothing tells which it is."""
        ranked = sorted(((self._likely_test(text), text) for text in self._texts), reverse=True)
        if not ranked or (len(ranked) > 1 and ranked[0][0] == ranked[1][0]):
            return []
        (chosen, several, named, _characters), text = ranked[0]
        only_training = all("training" in self._hints[key] for key in text)
        alone_in_list = len(text) == 1 and self._glimpses[text[0]].kind in ("list", "counts", "raw")
        return [] if not chosen and named <= 0 and (only_training or alone_in_list) else text

    def _likely_test(self, text: Sequence[str]) -> tuple[int, int, int, float]:
        chosen = [self._chosen.get(key) for key in text]
        about_test = sum(place in ("gold", "system") for place in chosen) - sum(place == "training" for place in chosen)
        named = sum(bool(self._hints[key] & {"gold", "test", "system"}) for key in text)
        named -= sum(bool(self._hints[key] & {"training", "dev"}) for key in text)
        several = len(text) if len(text) > 1 and named > -len(text) else 1
        return about_test, several, named, -max(self._glimpses[key].characters for key in text)

    def _is_raw(self, key: str) -> bool:
        glimpse = self._glimpses[key]
        shortest = min(self._glimpses[other].mean for other in self._test)
        return glimpse.kind == "raw" or glimpse.mean > UNSEGMENTED_RATIO * shortest

    def _of_test_text(self) -> dict[str, Proposal]:
        found = {}
        for key in self._test:
            others = [other for other in self._reference() if other != key]
            if key in self._raw:
                found[key] = Proposal("raw", self._why_raw(key, others))
            elif key == self._gold:
                found[key] = Proposal("gold", self._why, self._sure)
            elif self._gold:
                found[key] = Proposal("system", self._why_system(key, others))
            elif "system" in self._hints[key]:
                found[key] = Proposal("system", lazy("Cut into words, and named as a prediction."))
            else:
                found[key] = Proposal("system", self._why, sure=False)
        return found

    def _reference(self) -> list[str]:
        """Return the files that stand for the test text: gold where it is known."""
        return [self._gold] if self._gold else self._cut or self._test

    def _find_gold(self) -> tuple[str, str, bool]:
        """Return which file is gold, with the reason, and whether that is sure; none, with the reason why not."""
        given = [key for key in self._glimpses if self._chosen.get(key) == "gold"]
        if given:
            return given[0], "", True
        free = [key for key in self._cut if key not in self._chosen]
        for wanted, unwanted in (("gold", {"system"}), ("gold", set[str]()), ("test", {"system", "raw"})):
            named = [key for key in free if wanted in self._hints[key] and not unwanted & self._hints[key]]
            if len(named) == 1:
                rest = [key for key in self._cut if key != named[0]]
                return named[0], _named_gold(as_test=wanted == "test", files=len(rest) + 1), True
            if named:
                names = self._named(named)
                if wanted == "test":
                    why = lazy("{names} are all named as the test text: nothing tells which of them is.", names=names)
                else:
                    why = lazy("{names} are all named as gold: nothing tells which of them is.", names=names)
                return "", why, False
        unnamed = [key for key in free if "system" not in self._hints[key]]
        if len(self._cut) > 1 and len(unnamed) == 1:
            if "training" in self._hints[unnamed[0]]:
                why = lazy("The only file of this text that is not named as a prediction, but as training data.")
                return unnamed[0], why, False
            return unnamed[0], lazy("The only file of this text that is not named as a prediction."), True
        if len(self._cut) == 1 and unnamed:
            return unnamed[0], lazy("The only text cut into words that it could be; its name does not tell."), False
        why = lazy(
            "{names} have the same characters: content does not tell gold from a prediction.",
            names=self._named(self._cut),
        )
        return "", why, False

    def _of_training(self, keys: Sequence[str]) -> dict[str, Proposal | None]:
        """Return the proposal for the training data among files that are nothing else yet."""
        if "training" in self._chosen.values():
            return {}
        ranked = sorted((self._likely_training(key), key) for key in keys if self._may_train(key))
        if not ranked or (len(ranked) > 1 and ranked[-1][0] == ranked[-2][0]):
            return {}
        key = ranked[-1][1]
        return {key: Proposal("training", *self._why_training(key))}

    def _likely_training(self, key: str) -> tuple[bool, int, float]:
        glimpse = self._glimpses[key]
        return "training" in self._hints[key], ("list", "counts", "segmented").index(glimpse.kind), glimpse.characters

    def _may_train(self, key: str) -> bool:
        glimpse, named = self._glimpses[key], self._hints[key]
        if key in self._chosen or glimpse.kind not in ("list", "counts", "segmented"):
            return False
        if "training" in named or glimpse.kind != "segmented":
            return True
        # A file named as gold, where what predictions are of is named as training data: the names are swapped.
        unlikely = {"dev", "system"} if "training" in self._hints.get(self._gold, ()) else {"dev", "gold", "system"}
        return not named & unlikely and bool(self._test) and self._times(key) >= 1

    def _times(self, key: str) -> float:
        """Return how many times as long as the test text a file is."""
        return self._glimpses[key].characters / max(self._glimpses[other].characters for other in self._test)

    def _why_training(self, key: str) -> tuple[str, bool]:
        kind, named = self._glimpses[key].kind, "training" in self._hints[key]
        if kind != "segmented":
            if kind == "counts":
                return lazy("A word and its count in each line: a word list."), True
            return lazy("One word in each line: a word list."), True
        if not self._test:
            return lazy("Cut into words, and named as training data."), True
        times, names = self._times(key), self._named(self._reference())
        test_is_known = len(self._cut) > 1 or bool(self._raw)
        if "gold" in self._hints[key] and not named:
            why = lazy(
                "Other sentences than {names} and {times:.1f} times as long, though named as gold.",
                names=names,
                times=times,
            )
            return why, False
        if named and not test_is_known and times * MUCH_LONGER <= 1:
            why = lazy(
                "Other sentences than {names} and named as training data, but {times:.1f} times as short.",
                names=names,
                times=1 / times,
            )
            return why, False
        sure = named or test_is_known or times >= MUCH_LONGER
        if not named:
            why = lazy("Other sentences than {names}, {times:.1f} times as long.", names=names, times=times)
        elif times < 1:
            why = lazy("Other sentences than {names}, named as training data.", names=names)
        else:
            why = lazy(
                "Other sentences than {names}, named as training data and {times:.1f} times as long.",
                names=names,
                times=times,
            )
        return why, sure

    def _left_out(self, key: str) -> Proposal:
        glimpse, named = self._glimpses[key], self._hints[key]
        if glimpse.kind in ("list", "counts"):
            return Proposal("out", lazy("A word list, but there is training data already."))
        if not self._test:
            if glimpse.kind == "raw":
                why = lazy("No blanks between words, but nothing tells what it is.")
            else:
                why = lazy("Cut into words, but nothing tells what it is.")
            return Proposal("out", why, sure=False)
        names = self._named(self._reference())
        if self._glimpses[self._test[0]].shared_with(glimpse) >= _LEAST_COMMON:
            times = max(self._times(key), 1 / self._times(key))
            said = {"names": names, "times": times}
            if self._times(key) >= 1:
                why = lazy("It has sentences of {names}, but is {times:.1f} times as long.", **said)
            else:
                why = lazy("It has sentences of {names}, but is {times:.1f} times as short.", **said)
            return Proposal("out", why, sure=False)
        if "dev" in named:
            return Proposal("out", lazy("Other sentences than {names}, and named as development data.", names=names))
        if glimpse.kind == "raw":
            why = lazy("No blanks between words, but other sentences than {names}.", names=names)
        else:
            why = lazy("Cut into words, but other sentences than {names}.", names=names)
        return Proposal("out", why, sure=False)

    def _why_raw(self, key: str, others: Sequence[str]) -> str:
        if not others:
            return lazy("No blanks between words.")
        names = self._named(others)
        if self._alike(key, others):
            return lazy("No blanks between words, with the same characters as {names}.", names=names)
        return lazy("No blanks between words, with nearly the same characters as {names}.", names=names)

    def _why_system(self, key: str, others: Sequence[str]) -> str:
        names = self._named(others)
        if self._alike(key, others):
            return lazy("Cut into words, with the same characters as {names}.", names=names)
        return lazy("Cut into words, with nearly the same characters as {names}.", names=names)

    def _alike(self, key: str, others: Sequence[str]) -> bool:
        """Tell whether a file begins with the same characters as others, as far as both were looked at."""
        ours = self._glimpses[key].sample
        return all(
            ours[: min(len(ours), len(theirs))] == theirs[: len(ours)]
            for theirs in (self._glimpses[other].sample for other in others)
        )

    def _named(self, keys: Sequence[str]) -> str:
        names = sorted(self._glimpses[key].name for key in keys)
        if len(names) > _LISTED:
            return lazy("{name} and {number} others", name=names[0], number=len(names) - 1)
        return listed(names)


def _named_gold(*, as_test: bool, files: int) -> str:
    """Say that a file alone is named as gold or as the test text, of so many files of this text."""
    if as_test and files > 1:
        return lazy("Cut into words, and named as the test text, of {files} files of this text no other.", files=files)
    if as_test:
        return lazy("Cut into words, and named as the test text.")
    if files > 1:
        return lazy("Cut into words, and named as gold, of {files} files of this text no other.", files=files)
    return lazy("Cut into words, and named as gold.")


def _texts(glimpses: Mapping[str, Glimpse]) -> Iterator[list[str]]:
    """Yield the files of each text, the texts apart; keys keep their order."""
    left = [key for key, glimpse in glimpses.items() if glimpse.kind not in ("weights", "unreadable", "counts")]
    while left:
        text, left = left[:1], left[1:]
        for key in text:
            near = [other for other in left if same_text(glimpses[key], glimpses[other])]
            text += near
            left = [other for other in left if other not in near]
        yield sorted(text)


def _chosen_by_hand(place: Place, unbidden: Proposal) -> Proposal:
    """Return a proposal that says what somebody chose, and what speaks against it."""
    if unbidden.place == place and unbidden.sure:
        return unbidden
    if unbidden.sure and unbidden.place != "out":
        reason = lazy(
            "Chosen by you, though it looks like {place}: {reason}",
            place=PLACES[unbidden.place],
            reason=_Within(unbidden.reason),
        )
        return Proposal(place, reason, sure=False)
    return Proposal(place, lazy("Chosen by you."))


@dataclass(frozen=True)
class _Within:
    """A sentence within another one: in languages that know small letters it begins with one."""

    sentence: str

    def __format__(self, spec: str) -> str:
        said = translated(self.sentence)
        return format(said[:1].lower() + said[1:], spec)
