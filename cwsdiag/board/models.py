"""What the board takes and gives.

What everybody may see (``Task``, ``Submission``) has no field for gold, e-mail addresses or tokens.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from cwsdiag.dataset import ReadOptions

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime
    from pathlib import Path

    from cwsdiag.align import Mismatch
    from cwsdiag.formats import Source

SubmissionKind = Literal["system", "baseline"]
# Whether systems may be handed in for a task at some moment.
Phase = Literal["before", "open", "closed"]
# How the board knows whose a submission is: not at all, by a key, or by who signed in.
KnownBy = Literal["", "key", "sign-in"]
# The tracks of the bakeoffs, which a task has unless its owner names others.
TRACKS = ("closed", "open")


@dataclass(frozen=True)
class BoardFile:
    """A file that the board holds.

    Attributes:
        name: to save or show it under.
        data: its bytes as they were given.
        options: how it was read when it came, to be read the same way for ever.
    """

    name: str
    data: bytes = field(repr=False)
    options: ReadOptions = field(default_factory=ReadOptions)


@dataclass(frozen=True)
class TaskDraft:
    """What a task is made from.

    Attributes:
        name: of the task.
        gold: the segmentation that systems are scored against.
        training: training data or a dictionary, for everybody to download; None without.
        references: further segmentations of the same text that count as right, for the scores of separators.
        weights: how hard each gold word is, a file that ``cwsdiag.weights.read_weights`` takes; with it systems have
            balanced scores.
        tracks: those that submissions may be made to, of any names.
        track_rules: what tracks allow, by name, for people to read; those of the bakeoffs go without saying.
        opens, closes: UTC, aware of their zone: when systems may be handed in; None for no bound.
        rules: what systems may use, for people to read.
        open_gold: whether everybody may see gold, references and weights.
        mismatch: what is done where a submission has other characters than gold; see ``cwsdiag.align``.
        options: how these files are to be read.
        training_options: how training data are to be read, where that is not how the others are.
        keyless: whether people who have no key may hand in.
        held_back: share of the sentences of a private gold, from 0 and below 1, that counts only after closing.
        held_back_seed: of their draw. Whoever knows it knows these sentences: a random one unless told.
    """

    name: str
    gold: Source
    training: Source | None = None
    references: tuple[Source, ...] = ()
    weights: Source | None = None
    tracks: tuple[str, ...] = TRACKS
    track_rules: Mapping[str, str] = field(default_factory=dict)
    opens: datetime | None = None
    closes: datetime | None = None
    rules: str = ""
    open_gold: bool = False
    mismatch: Mismatch = "error"
    options: ReadOptions = field(default_factory=ReadOptions)
    training_options: ReadOptions | None = None
    keyless: bool = True
    held_back: float = 0.0
    held_back_seed: int | None = field(default=None, repr=False)


@dataclass(frozen=True)
class Split:
    """A random split of a task's sentences: NAME-dev, whose gold is open, and NAME-test.

    Attributes:
        dev: share of the sentences that goes to NAME-dev, between 0 and 1.
        seed: of the draw; the same seed gives the same split everywhere.
    """

    dev: float
    seed: int = 0


@dataclass(frozen=True)
class Task:
    """A task, as everybody may see it.

    Attributes:
        name: different from those of all other tasks.
        created: UTC, ISO 8601.
        tracks: those that submissions may be made to.
        track_rules: what tracks allow, by name, as far as the owner has said it.
        opens, closes: UTC, ISO 8601: when systems may be handed in, from the first and before the second; empty for no
            bound.
        rules: what systems may use, for people; may be empty.
        open_gold: whether gold, references and weights may be seen, downloaded and opened in all pages.
        mismatch: what is done where a submission has other characters than gold.
        split: which sentences of which draft these are; empty without a split.
        sentences, characters: of gold.
        words: of gold; None while the task is sealed.
        references: number of references beside gold.
        training: whether there is training data or a dictionary.
        weights: whether it is known how hard each gold word is, so that there are balanced scores.
        committee: name of the committee that says so; every balanced score is shown with it. Empty without weights.
        signature: of gold, training data and weights. A private gold and its weights stand in it by random marks, not
            by their digests, so that nobody can try out segmentations on the line.
        submissions: number of them, without baselines.
        keyless: whether people who have no key may hand in.
        held_back: share of the sentences that counts only after closing; which they are is not said.
        sealed: whether gold is private and the task not closed: all that is said of a submission are five scores, to
            three decimals.
        warnings: what looks odd about its files; said to who makes it, and kept nowhere.
    """

    name: str
    created: str
    tracks: tuple[str, ...]
    track_rules: Mapping[str, str]
    opens: str
    closes: str
    rules: str
    open_gold: bool
    mismatch: Mismatch
    split: str
    sentences: int
    words: int | None
    characters: int
    references: int
    training: bool
    weights: bool
    committee: str
    signature: str
    submissions: int
    keyless: bool
    held_back: float
    sealed: bool
    warnings: tuple[str, ...] = ()

    def phase(self, now: str) -> Phase:
        """Return whether systems may be handed in.

        Args:
            now: as ``sqlite.stamp`` writes it; the order of such texts is that of time.
        """
        if self.opens and now < self.opens:
            return "before"
        return "closed" if self.closes and now >= self.closes else "open"


@dataclass(frozen=True)
class Entry:
    """What a submission says of itself.

    Attributes:
        system: name of the segmenter.
        author: whose it is, taken on trust; may be empty where a key says it.
        track: one of the task's, such as ``"closed"``: trained on its training data alone.
        email: kept for the owner of the board, never given out; may be empty.
        description: for people; may be empty.
        resources: what it was made with beside the task's training data, for people; may be empty.
    """

    system: str
    author: str
    track: str
    email: str = field(default="", repr=False)
    description: str = ""
    resources: str = ""


@dataclass(frozen=True)
class Submitter:
    """Who hands in, as far as it is known: by a key, else by who signed in, else by nothing but an address.

    Attributes:
        key: that the owner of the board gave; empty for none.
        signed_in: who signed in to the server, such as the subject of OIDC; empty for nobody.
        address: of the client; empty for this machine. It is stored hashed, and for a day.
    """

    key: str = field(default="", repr=False)
    signed_in: str = field(default="", repr=False)
    address: str = field(default="", repr=False)


@dataclass(frozen=True)
class Allowance:
    """As whom the board takes somebody who would hand in, and how much.

    Attributes:
        known_by: how it knows them.
        name: of their key; empty without.
        left: submissions to the task that are taken now, one after the other.
    """

    known_by: KnownBy
    name: str
    left: int


@dataclass(frozen=True)
class BoardKey:
    """A key to hand in with, as its owner sees it; the key itself was shown once.

    Attributes:
        name: of who has it, which nobody else can hand in under.
        created: UTC, ISO 8601.
        revoked: likewise; empty while it is good.
        submissions: made with it, as far as they are there.
    """

    name: str
    created: str
    revoked: str
    submissions: int


@dataclass(frozen=True)
class Backup:
    """A copy of the board as it was before an act of its owner.

    Attributes:
        path: of the copy.
        created: UTC, ISO 8601.
        act: such as ``remove-task``.
    """

    path: Path
    created: str
    act: str


@dataclass(frozen=True)
class Done:
    """An act of the owner.

    Attributes:
        count: how many submissions it changed: removed or scored anew; by undoing, those that came since and went.
        backup: the board as it was before.
    """

    count: int
    backup: Path


@dataclass(frozen=True)
class Submission:
    """A line of the public table.

    Attributes:
        id: never given twice, even after removal.
        task: name of its task.
        kind: ``"baseline"`` for BASE and TOP, which the board made itself.
        system, author, description, resources: as it was handed in.
        known_by: whether the author is taken on trust (empty), or known by a key or a sign-in.
        track: None for a baseline.
        created: UTC, ISO 8601.
        digest: SHA-256 (hex) of its file; empty for a baseline, whose file says what gold is like.
        signature: of its scores.
        scores: by names such as ``bakeoff.recall``, in the order of the methods; NaN where undefined. Of a sealed
            task five, rounded to three decimals.
    """

    id: int
    task: str
    kind: SubmissionKind
    system: str
    author: str
    known_by: KnownBy
    track: str | None
    description: str
    resources: str
    created: str
    digest: str
    signature: str
    scores: Mapping[str, float]


@dataclass(frozen=True)
class Participant:
    """What somebody took part in.

    Attributes:
        author: as submissions name it.
        submissions: how many, by name of the task and track; only of what there is one.
    """

    author: str
    submissions: Mapping[tuple[str, str], int]


@dataclass(frozen=True)
class Receipt:
    """What its author gets for a submission, and nobody again.

    Attributes:
        submission: its line of the public table.
        token: with which alone the file can be downloaded; the board itself does not know it.
        warnings: what looks wrong with the file.
    """

    submission: Submission
    token: str = field(repr=False)
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True)
class Material:
    """The files behind a task and some of its submissions, for diagnosis pages.

    Attributes:
        task: the task.
        gold: its gold, private or not: see ``Board.material``.
        training: its training data; None without.
        weights: how hard its gold words are; None without, and where only figures may be shown of a private gold.
        systems: predictions, in the order asked for; their names differ.
    """

    task: Task
    gold: BoardFile
    training: BoardFile | None
    weights: BoardFile | None
    systems: tuple[BoardFile, ...]
