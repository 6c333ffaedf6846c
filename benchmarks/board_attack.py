"""What a day of handing in finds out about a private gold: which words of a system are wrong, read from its scores.

    CWSDIAG_TEST_DATA=DIR python -m benchmarks.board_attack [--size small large] > docs/benchmarks/board_attack.md

DIR holds ``ud_chinese_gsd``. The attacker has a system, the training data, and two other segmenters to know which words
are in doubt; how many words and OOV words gold has is given to him. He destroys groups of words of his system (a word
is split, one of a single character is joined to the next) and reads how many of them were right: a group that has no
wrong word is done with, others are halved. Scores that are rounded he reads at their edge: so many other words are
destroyed beside the group that a single wrong word in it changes the last decimal. He hands in to a real board, whose
clock is set on from one try to the next, until a day is over.
"""

from __future__ import annotations

import argparse
import math
import os
import tempfile
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from cwsdiag.board.interim import DECIMALS

from benchmarks.board_prey import prey, spans_of
from cwsdiag.board import Board, Entry, Submitter, TaskDraft
from cwsdiag.errors import BoardError
from cwsdiag.formats import Source

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from benchmarks.board_prey import Lines, Prey, Unit

SMALL, LARGE = 300, 1500
TASK = "gold"
DAY, STEP = timedelta(days=1), timedelta(minutes=10)
# Of a word that all segmenters agree on, and of others, how likely it is wrong: what the first groups are made by.
SURE, DOUBTED = 0.02, 0.4
BEFORE = 1000
RECALLS = {True: "bakeoff.oov_recall", False: "bakeoff.iv_recall"}


@dataclass
class Clock:
    """A clock that the attacker waits by."""

    now: datetime = datetime(2026, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


@dataclass
class Told:
    """What boards said before there were keys and rounding: exact scores, to a thousand submissions.

    Attributes:
        gold: spans of the words of each sentence, with whether they are OOV.
        tries: made so far.
    """

    gold: Sequence[Mapping[tuple[int, int], bool]]
    tries: int = 0

    def ask(self, lines: Lines) -> dict[str, float] | None:
        """Return the recalls of a segmentation; None when the task is full."""
        if self.tries >= BEFORE:
            return None
        self.tries += 1
        right = {True: 0, False: 0}
        for line, spans in zip(lines, self.gold, strict=True):
            for span in spans_of(line):
                if span in spans:
                    right[spans[span]] += 1
        words = [oov for spans in self.gold for oov in spans.values()]
        return {RECALLS[oov]: right[oov] / words.count(oov) for oov in (True, False)}


@dataclass
class Door:
    """The board as the attacker meets it.

    Attributes:
        board: with a task.
        clock: of it.
        ends: when the day is over.
        ways: to hand in, one after the other.
        tries: made so far.
    """

    board: Board
    clock: Clock
    ends: datetime
    ways: Sequence[Submitter]
    tries: int = 0

    def ask(self, lines: Lines) -> dict[str, float] | None:
        """Return the scores of a segmentation; None when the day is over, or the task is full."""
        source = Source.from_bytes("a.txt", "".join(f"{' '.join(line)}\n" for line in lines).encode())
        while self.clock.now < self.ends:
            for number, way in enumerate(self.ways):
                # Another name each time, as a key has its own.
                entry = Entry(f"s{self.tries}", "" if way.key else f"a{self.tries} {number}", "closed")
                try:
                    found = self.board.submit(TASK, entry, source, by=way, encoding="utf-8", format="words")
                except BoardError:
                    continue
                self.tries += 1
                return dict(found.submission.scores)
            self.clock.now += STEP
        return None


@dataclass
class Channel:
    """A count of right words that a score tells.

    Attributes:
        score: its name.
        words: of gold that it is the share of.
        step: half of what it is rounded to.
        right: of the system's words, how many are: bounds.
    """

    score: str
    words: int
    step: float
    right: tuple[int, int] = (0, 0)

    def bounds(self, score: float) -> tuple[int, int]:
        """Return how many right words there may be for a score."""
        slack = 1e-9
        return (
            max(0, math.ceil((score - self.step) * self.words - slack)),
            math.floor((score + self.step) * self.words + slack),
        )

    def top(self, count: int) -> bool:
        """Return whether one right word more would be seen."""
        return self.step < 1e-6 or round(count / self.words, DECIMALS) != round((count + 1) / self.words, DECIMALS)


@dataclass
class Attack:
    """The attacker's work.

    Attributes:
        door: to the board.
        system: the words of each sentence.
        units: to be tested, those in doubt first.
        spare: words that may be destroyed beside a group, by whether they are OOV.
        channels: recall of OOV words, and of the others.
        vocabulary: of the training data.
        found: words that are wrong, by sentence and place.
    """

    door: Door | Told
    system: Lines
    units: list[Unit]
    spare: dict[bool, list[Unit]]
    channels: dict[bool, Channel]
    vocabulary: set[str]
    found: set[tuple[int, int]] = field(default_factory=set)

    def run(self) -> None:
        """Find what can be found in a day."""
        if not self._calibrate():
            return
        at = 0
        while at < len(self.units):
            size, expected = 0, 0.0
            # So many that about as often one is wrong as none: then a try tells most.
            while at + size < len(self.units) and expected < 0.6:
                expected += DOUBTED if self.units[at + size].doubt else SURE
                size += 1
            if not self._halve(self.units[at : at + size], None):
                return
            at += size

    def _calibrate(self) -> bool:
        """Find how many words are right at all, exactly."""
        scores = self._ask([])
        if scores is None:
            return False
        for channel in self.channels.values():
            channel.right = channel.bounds(scores[channel.score])
        while any(low < high for low, high in (channel.right for channel in self.channels.values())):
            beside: list[Unit] = []
            shifts = {}
            for oov, channel in self.channels.items():
                low, high = channel.right
                middle = (low + high) // 2
                shifts[oov] = next((d for d in range(len(self.spare[oov])) if channel.top(middle - d)), 0)
                beside += self.spare[oov][: shifts[oov]]
            scores = self._ask(beside)
            if scores is None:
                return False
            for oov, channel in self.channels.items():
                low, high = (bound + shifts[oov] for bound in channel.bounds(scores[channel.score]))
                narrowed = max(low, channel.right[0]), min(high, channel.right[1])
                # A spare word was wrong itself: its reading is passed over.
                if narrowed[0] > narrowed[1] or narrowed == channel.right:
                    narrowed = (sum(channel.right) // 2,) * 2
                channel.right = narrowed
        return True

    def _halve(self, group: Sequence[Unit], known: tuple[int, int] | None) -> bool:
        """Find the wrong words of a group; False when the day is over."""
        wrong = known if known is not None and (known[0] > 0 or known[1] <= 0) else self._wrong(group)
        if wrong is None:
            return False
        if wrong[1] <= 0:
            return True
        if len(group) == 1:
            if wrong[0] > 0:
                self._name(group[0], wrong[0])
            return True
        half = len(group) // 2
        first = self._wrong(group[:half])
        if first is None or not self._halve(group[:half], first):
            return False
        rest = max(0, wrong[0] - first[1]), wrong[1] - first[0]
        return self._halve(group[half:], rest)

    def _name(self, unit: Unit, wrong: int) -> None:
        places = [(unit.sentence, unit.first + place) for place in range(len(unit.words))]
        # Of two words, one of which is wrong, it is as likely the one as the other.
        self.found.update(places[:wrong] if wrong < len(places) else places)

    def _wrong(self, group: Sequence[Unit]) -> tuple[int, int] | None:
        """Return bounds of how many words of a group are wrong, with those that come right; None after the day."""
        beside: list[Unit] = []
        expected = {}
        inside = set(group)
        for oov, channel in self.channels.items():
            lost = sum((word not in self.vocabulary) == oov for unit in group for word in unit.words)
            right = channel.right[0] - lost
            usable = [unit for unit in self.spare[oov] if unit not in inside]
            shift = next((d for d in range(len(usable) + 1) if channel.top(right - d)), 0)
            beside += usable[:shift]
            expected[oov] = right - shift
        scores = self._ask([*group, *beside])
        if scores is None:
            return None
        low = high = 0
        for oov, channel in self.channels.items():
            bounds = channel.bounds(scores[channel.score])
            low += max(0, bounds[0] - expected[oov])
            high += max(0, bounds[1] - expected[oov])
        # What a unit can tell at most: its words are wrong, and what stands there instead is right.
        return low, min(high, sum(len(unit.words) + len(unit.made) for unit in group))

    def _ask(self, destroyed: Sequence[Unit]) -> dict[str, float] | None:
        lines = [list(line) for line in self.system]
        for unit in sorted(destroyed, key=lambda unit: (unit.sentence, -unit.first)):
            lines[unit.sentence][unit.first : unit.first + len(unit.words)] = unit.made
        return self.door.ask(lines)


def opened(folder: Path, target: Prey, way: str) -> Door:
    """Return a board made for a gold, with the limits that it has of itself, and who attacks it."""
    clock = Clock()
    board = Board(folder / f"{way}-{time.monotonic_ns()}.sqlite", clock=clock)
    gold, training = Source.from_path(target.gold), Source.from_path(target.training)
    board.add_task(TaskDraft(TASK, gold=gold, training=training))
    if way == "key":
        ways = [Submitter(key=board.add_key("attacker"))]
    else:
        ways = [Submitter(address=f"10.0.0.{number}") for number in range(10 if way == "addresses" else 1)]
    return Door(board, clock, clock.now + DAY, ways)


def attacked(folder: Path, target: Prey, way: str) -> tuple[Attack, float]:
    """Attack a board made for it, and return the attacker's work and how many seconds it took."""
    door = Told(target.spans) if way == "before" else opened(folder, target, way)
    step = 0.0 if way == "before" else 0.5 * 10**-DECIMALS
    channels = {oov: Channel(RECALLS[oov], count, step) for oov, count in target.words.items()}
    sure = [unit for unit in target.units if not unit.doubt and len(unit.words) == 1]
    spare = {oov: [unit for unit in sure if (unit.words[0] not in target.vocabulary) == oov] for oov in (True, False)}
    attack = Attack(door, target.system, target.units, spare, channels, target.vocabulary)
    started = time.perf_counter()
    attack.run()
    return attack, time.perf_counter() - started


WAYS = {
    "before": "before: exact scores, new names all the way, 1,000 submissions",
    "address": "without a key, from one address",
    "addresses": "without a key, from ten addresses",
    "key": "with one key",
}


def main() -> None:
    """Print the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", nargs="+", choices=["small", "large"], default=["small", "large"])
    sizes = parser.parse_args().size
    data = Path(os.environ["CWSDIAG_TEST_DATA"]).resolve() / "ud_chinese_gsd"
    train, test = ((data / f"{name}.txt").read_text(encoding="utf-8").splitlines() for name in ("train", "test"))
    made = {"small": (test[:SMALL], train), "large": (train[-LARGE:], train[:-LARGE])}
    rows = []
    with tempfile.TemporaryDirectory() as name:
        for size in sizes:
            target = prey(Path(name), size, *made[size])
            for way, said in WAYS.items():
                attack, seconds = attacked(Path(name), target, way)
                right = attack.found & target.wrong
                rows.append(
                    f"| {len(target.system):,} sentences, {len(target.wrong):,} wrong words | {said} | "
                    f"{attack.door.tries:,} | {len(right):,} | {len(right) / len(target.wrong):.1%} | "
                    f"{len(right) / max(1, len(attack.found)):.0%} | {seconds:.0f} |"
                )
    print("\n".join([*HEAD, *rows]))


HEAD = [
    "# What a day of submissions finds out about a private gold",
    "",
    "A system's wrong words, read from its scores by halving groups of words. The board's clock is set on from try to",
    "try, so that a day passes in seconds. Made by",
    "",
    "    CWSDIAG_TEST_DATA=DIR python -m benchmarks.board_attack > docs/benchmarks/board_attack.md",
    "",
    "on UD Chinese GSD: the system is a perceptron. *Right* is the share of what the attacker names that is so.",
    "",
    "| gold | how it is handed in | submissions | found | of all | right | seconds |",
    "|---|---|---|---|---|---|---|",
]


if __name__ == "__main__":
    main()
