"""Datasets to ask pages about: each as the package loads it, and as the plain lists that oracles take."""

import math
from dataclasses import dataclass, field, replace
from random import Random

import numpy as np
from hypothesis import reject
from hypothesis import strategies as st

import cwsdiag
from cwsdiag.balanced import balance
from cwsdiag.dataset import Dataset, with_weights
from cwsdiag.diagnosis import diagnose
from cwsdiag.errors import AlignmentError
from cwsdiag.resampling import resample_sums
from cwsdiag.views.hardness import Hardness
from cwsdiag.views.look import Look, LookKey
from cwsdiag.weights import of_committee
from tests.corpora import ALPHABET, corpora, resegmented, trainings
from tests.oracles.words import Corpus, sentences_of, spans, text_of, words_of
from tests.oracles.world import Cut, World

NAMES = ("north", "south", "east", "west")
RESAMPLES = 12
# Of the texts that every page is asked about.
SEEDS = range(24)
TRACKS = ("closed", "open", "semi-open", None)
# Not in the alphabet: a character that no gold text has.
FOREIGN = "Z"


@dataclass(frozen=True, eq=False)
class Case:
    """A dataset and its twin."""

    dataset: Dataset = field(repr=False)
    world: World

    def look(self):
        """What pages ask, with resamples few enough to be drawn again by loops."""
        number = self.world.number
        diagnosis = diagnose(
            self.dataset,
            buckets=number,
            resamples=RESAMPLES,
            min_size=self.world.min_size,
            min_units=self.world.min_units,
        )
        return Look(self.dataset, LookKey(buckets="" if number is None else f"equal:{number}"), diagnosed=diagnosis)

    def hardness(self):
        """What the page Difficulty asks."""
        hard = Hardness(self.dataset)
        hard.balanced = balance(self.dataset, resamples=RESAMPLES)
        return hard


def drawn(units):
    """How often each of so many units is in each resample."""
    (weights,) = resample_sums([np.eye(units, dtype=np.int32)], resamples=RESAMPLES, seed=0)
    return weights.astype(int).tolist()


def joint_draws(members):
    """How often each member is in each resample of sentences and members together."""
    found = []
    for row in np.random.default_rng((0, 1)).integers(0, members, size=(RESAMPLES, members)).tolist():
        found.append([row.count(member) for member in range(members)])
    return found


def damaged(system, places):
    """The system with other characters at some places."""
    lines, place = [], 0
    for line in system:
        lines.append([])
        for word in line:
            lines[-1].append("".join(FOREIGN if place + at in places else char for at, char in enumerate(word)))
            place += len(word)
    return lines


def case_of(
    gold,
    systems,
    training=None,
    *,
    wrong=None,
    tracks=None,
    damage=None,
    number=None,
    min_size=30,
    min_units=0,
):
    """Load plain lists; ``damage`` maps systems to the places where their characters are not gold's."""
    tracks, damage = tracks or {}, damage or {}
    given = {system: damaged(words, damage.get(system, set())) for system, words in systems.items()}
    dataset = cwsdiag.load(
        gold=gold, systems=given, training=training, name="the town", mismatch="skip" if damage else "error"
    )
    if tracks:
        dataset = replace(dataset, tracks=tracks)
    if wrong is not None:
        dataset = with_weights(dataset, of_committee(np.array(wrong, dtype=bool), committee="made up"))
    return Case(
        dataset,
        World(
            gold=gold,
            systems={
                system: cut_of(dataset, gold, system) if system in damage else Cut(words)
                for system, words in systems.items()
            },
            training=training,
            draws=drawn(len(sentences_of(gold))),
            wrong=wrong,
            member_draws=[] if wrong is None else drawn(len(wrong)),
            joint_draws=[] if wrong is None else joint_draws(len(wrong)),
            tracks=tracks,
            number=number,
            min_size=min_size,
            min_units=min_units,
        ),
    )


def cut_of(dataset, gold, name):
    """What is left of a damaged system: which stretches go is the affair of alignment, not of pages."""
    system = dataset.system(name)
    words = cut_at(text_of(gold), system.word_ends.tolist())
    return Cut([words], tuple((start, end) for start, end in system.left_out.tolist()))


def cut_at(text, ends):
    """The words of a text that end in these places."""
    return [text[start:end] for start, end in zip([0, *ends], ends, strict=False)]


def usual(seed):
    """A text of some size, cut by systems that are good, middling and bad: what hypothesis hardly ever draws."""
    random = Random(seed)
    lexicon = ["".join(random.choices(ALPHABET, k=random.choice((1, 1, 2, 2, 2, 3, 4)))) for _ in range(20)]
    gold = [random.choices(lexicon, k=random.choice((1, 3, 4, 5, 6, 9))) for _ in range(random.choice((1, 4, 7, 10)))]
    systems: dict[str, Corpus] = {}
    for name in NAMES[: random.choice((1, 2, 3, 3, 4, 4))]:
        kind = random.random()
        if kind < 0.1:
            systems[name] = gold
        elif kind < 0.25 and systems:
            systems[name] = random.choice(list(systems.values()))
        else:
            systems[name] = flipped(gold, random.choice((0.02, 0.1, 0.1, 0.3)), random)
    known = random.sample(lexicon, 15)
    training = [random.choices(known, k=8) for _ in range(6)]
    hard = [random.choice((0, 0.1, 0.3, 0.5, 0.8)) for _ in words_of(gold)]
    places = range(len(text_of(gold)))
    return {
        "gold": gold,
        "systems": systems,
        "training": random.choice((training, training, None)),
        "wrong": [[random.random() < share for share in hard] for _ in range(random.choice((1, 3, 10)))],
        "tracks": {name: track for name in systems if (track := random.choice(TRACKS)) is not None},
        "damage": {random.choice(list(systems)): {random.choice(places)}} if random.random() < 0.4 else {},
        "number": random.choice((None, None, 3)),
        "min_size": random.choice((0, 0, 1, 3, 6, 30)),
        "min_units": random.choice((0, 0, 2, 5, 10)),
    }


def flipped(gold, share, random):
    """Gold with so large a share of the places between characters cut or joined."""
    text, ends = text_of(gold), {end for _, end in spans(gold)}
    changed = {place for place in range(1, len(text)) if random.random() < share}
    return [cut_at(text, sorted(ends ^ changed))]


def usual_case(seed, *, difficulty):
    """The dataset of a usual text, with difficulties or without."""
    drawn_case = usual(seed)
    if not difficulty:
        drawn_case["wrong"] = None
    try:
        return case_of(**drawn_case)
    except AlignmentError:
        # Nothing of a system was left to compare: here is the same without damage.
        return case_of(**drawn_case | {"damage": {}})


@st.composite
def odd(draw):
    """A text of any shape: of one sentence or word, without systems, with equal ones, with gold as one of them."""
    gold = draw(corpora())
    systems: dict[str, Corpus] = {}
    for name in NAMES[: draw(st.sampled_from((3, 2, 4, 1, 0)))]:
        systems[name] = draw(st.one_of(resegmented(gold), st.just(gold), st.sampled_from([gold, *systems.values()])))
    text, words = text_of(gold), len(words_of(gold))
    committee = st.lists(st.lists(st.booleans(), min_size=words, max_size=words), min_size=1, max_size=4)
    damage = {}
    if systems and draw(st.booleans()):
        places = draw(st.sets(st.integers(0, len(text) - 1), max_size=2))
        damage = {draw(st.sampled_from(sorted(systems))): places} if places else {}
    tracks = {name: draw(st.sampled_from(TRACKS)) for name in systems}
    return {
        "gold": gold,
        "systems": systems,
        "training": draw(trainings),
        "wrong": draw(committee),
        "tracks": {name: track for name, track in tracks.items() if track is not None},
        "damage": damage,
        "number": draw(st.sampled_from([None, 1, 2, 5])),
        "min_size": draw(st.integers(0, 5)),
        "min_units": draw(st.integers(0, 3)),
    }


@st.composite
def cases(draw, *, difficulty=None):
    """Odd datasets; with difficulties, without, or either."""
    drawn_case = draw(odd())
    if difficulty is False or (difficulty is None and draw(st.booleans())):
        drawn_case["wrong"] = None
    try:
        return case_of(**drawn_case)
    except AlignmentError:
        reject()


def close(mine, theirs, tolerance=1e-9):
    """Whether two numbers are one, undefined counted as one."""
    return math.isnan(mine) if math.isnan(theirs) else abs(mine - theirs) <= tolerance


def all_close(mine, theirs, tolerance=1e-9):
    """The same of two lists."""
    return all(close(a, b, tolerance) for a, b in zip(mine, theirs, strict=True))
