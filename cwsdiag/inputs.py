"""The files of a dataset before they are read: named by a project or a command, uploaded, or a task of the board.

A ``File`` says where its bytes are, what it is to be and how it is read; a ``FileSet`` is those of one dataset, and a
``StudySpec`` says how several are compared.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, cast

from cwsdiag.align import Mismatch
from cwsdiag.dataset import ReadOptions, Track, open_corpus, run_name
from cwsdiag.errors import ReadError, SettingError, brief
from cwsdiag.formats import DocumentStream
from cwsdiag.formats.source import Source
from cwsdiag.languages import lazy
from cwsdiag.languages.visible import visible

if TYPE_CHECKING:
    from cwsdiag.attributes.base import NamedSlice
    from cwsdiag.doctor.roles import Place as Role

# What a file is to a dataset, and of which system or which raw text it is; no name for all others.
Part: TypeAlias = tuple[Literal["gold", "training", "system", "weights", "documents", "labels", "raw"], str]

# Those a person can give a file, and those that are texts which all pages read; a dataset has one file of the last.
PLACED: tuple[Role, ...] = (
    *("gold", "training", "system", "raw", "dev", "weights", "labels", "documents", "idioms", "out"),
)
_READ: tuple[Role, ...] = ("gold", "training", "system", "raw", "weights", "documents", "labels")
ONLY: tuple[Role, ...] = ("gold", "training", "weights", "documents", "labels", "idioms", "dev")
# Running texts, which are read as the options of their dataset say.
TEXTS: tuple[Role, ...] = ("gold", "training", "dev")
# Beside a project: what the systems wrote that it runs; how many seconds they have.
RUNS, SECONDS = "runs", 600
# Into how many an attribute is cut in a study, where nobody says.
BUCKETS = 10
# Of this process: what a file's state is told by means nothing to anybody else.
_SECRET = os.urandom(32)
_LONGEST_NAME = 200
# Between the words of a file's name.
_SIGNS = " ._-/\\"
_BETWEEN = re.compile(f"([{re.escape(_SIGNS)}]+)")


@dataclass(frozen=True)
class Published:
    """The scores of one system in one paper.

    Attributes:
        system: its name.
        source: where its scores stand.
        f1: of each dataset that it has a score on, by name, in per cent; at least one.
        parts: what it is made of, the value of each part; empty where that is not said.
    """

    system: str
    source: str
    f1: tuple[tuple[str, float], ...]
    parts: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class OwnCurve:
    """F1 of a model as sources are added, as its maker gives it.

    Attributes:
        name: of the model.
        target: the dataset whose test text it is tested on, and whose training data it begins with.
        order: in which sources are added: that of ``orders`` by its name, or their names.
        runs: F1 in per cent, a row a run, such as another seed: with the target's training data alone, and after each
            source; equally many in each, at least one. They may end before all sources are added.
    """

    name: str
    target: str
    order: Literal["max", "min"] | tuple[str, ...]
    runs: tuple[tuple[float, ...], ...]

    @property
    def datasets(self) -> frozenset[str]:
        """The datasets that it names: its target, and the sources where they are listed."""
        return frozenset({self.target, *(self.order if isinstance(self.order, tuple) else ())})


@dataclass(frozen=True)
class StudySpec:
    """How datasets are compared with each other.

    Attributes:
        normalise: keys of ``cwsdiag.formats.NORMALISATIONS``, done to the texts of all datasets alike, in this order.
        buckets: into how many buckets of equal count each attribute is cut; or ``classes``, small, medium and large.
        published: scores from papers, no two of one system and one source.
        curves: F1 of models of one's own as sources are added to the training data of a dataset.
        slices: words in several buckets that are an attribute of every dataset.
    """

    normalise: tuple[str, ...] = ()
    buckets: int | str = BUCKETS
    published: tuple[Published, ...] = ()
    curves: tuple[OwnCurve, ...] = ()
    slices: tuple[NamedSlice, ...] = ()


@dataclass(frozen=True)
class File:
    """A file and how to read it.

    Attributes:
        role: what it is to be.
        name: what the person calls it: a system's name, otherwise the file's.
        file_name: of the file, as it was uploaded or named, for messages.
        content: identifies what is in it; two files with the same one are the same.
        path: where it lies; None for what is held in memory.
        data: what is held in memory: the bytes of an upload, a source, words, or what was read of it already.
        options: how it is read.
        root: the folder that ``path`` must lie in, for a file that was opened by its path from there, ``file_name``.
        size: number of bytes.
        hidden: whether a system is kept, but left out of all pages.
        track: of a system; None where it is not known.
        model: the name that a project gives a system, whatever a session calls it; empty where no project names it.
        trained_on: the dataset of the project that a system was trained on; None where it is not known.
        run_of: of a system that is one of several runs of a model, what those are called together; None of others.
        parts: of a system, what it is made of: the value of each part.
        is_kept: whether it lies in a workspace, as what ``content`` says for ever.
        mark: of a file that tells private gold, what stands for its digest in signatures. They reach the browser, and
            on a digest somebody with nearly all words right could try out the rest.
        chosen: whether the person said what it is to be; else that is what was proposed.
        run: of a system that a project runs, what makes it; ``path`` is where its output is kept.
    """

    role: Role
    name: str
    file_name: str
    content: str
    path: Path | None = None
    data: Any = field(default=b"", repr=False, compare=False)
    options: ReadOptions = field(default_factory=ReadOptions)
    root: Path | None = None
    size: int = field(default=0, compare=False)
    hidden: bool = False
    track: Track | None = None
    model: str = ""
    trained_on: str | None = None
    run_of: str | None = None
    parts: tuple[tuple[str, str], ...] = ()
    is_kept: bool = False
    mark: str = ""
    chosen: bool = False
    run: Run | None = None

    @classmethod
    def uploaded(cls, role: Role, file_name: str, data: bytes, *, name: str = "") -> File:
        """Return a file from the bytes somebody uploaded; what is hidden in its name is written out."""
        file_name = visible(file_name)
        digest = hashlib.sha256(data).hexdigest()
        return cls(role, name or file_name, file_name, digest, data=data, size=len(data))

    @classmethod
    def of(
        cls, role: Role, corpus: Any, options: ReadOptions | None = None, *, name: str | None = None, **about: Any
    ) -> File:
        """Return a file by its path, whose ``content`` changes with it on the disk; or what is held in memory.

        Args:
            role: what it is.
            corpus: path, source, words, or what was read of it already.
            options: how it is read.
            name: of a system.
            about: other attributes of a system.
        """
        options = options or ReadOptions()
        if not isinstance(corpus, (str, os.PathLike)):
            return cls(role, name or "", name or "", "", data=corpus, options=options, **about)
        path = Path(corpus)
        name = str(path) if name is None else name
        return cls(role, name, str(path), "", path=path, options=options, **about).renewed()

    @classmethod
    def under(cls, root: Path, name: str, role: Role) -> File:
        """Return a file by its path from a folder.

        Raises:
            ReadError: there is none, or it lies elsewhere.
        """
        return cls(role, name, name, "", path=real_path(root, name), root=root).renewed()

    def kept_at(self, path: Path) -> File:
        """Return an upload that lies in a workspace now, and is held in memory no more."""
        return replace(self, path=path, data=b"", is_kept=True)

    def renewed(self) -> File:
        """Return the file as it is on the disk now."""
        if self.path is None or self.is_kept:
            return self
        # What a command wrote is what it is by what stands beside it, and by the command.
        paths = [self.path] if self.run is None else [self.path, about(self.path)]
        try:
            states = [path.stat() for path in paths]
            state, size = " ".join(f"{one.st_mtime_ns} {one.st_size}" for one in states), states[0].st_size
        except (OSError, ValueError):
            state, size = "missing", 0
        if self.run is not None:
            state += f" {self.run.called}"
        # The browser gets it in the keys of what is drawn of the file: a digest, that nobody who guesses can try out.
        told = os.fsencode(self.path) + b"\0" + state.encode()
        content = hashlib.blake2b(told, key=_SECRET, digest_size=20).hexdigest()
        return self if content == self.content else replace(self, content=content, size=size)

    @property
    def stamp(self) -> str:
        """Says all that the result of reading it depends on."""
        return repr((self.role, self.name, self.content, self.options, self.track, self.run_of))

    @property
    def part(self) -> Part:
        """What it is to its dataset, as what was loaded has it."""
        names = {"system": self.name, "raw": self.key}
        return cast("Part", (self.role, names.get(self.role, "")))

    @property
    def key(self) -> str:
        """Tells it from all others of a session, whatever they are to be and however they are read."""
        return f"{self.file_name} {self.content}"

    @property
    def model_name(self) -> str:
        """What the project calls a system, whatever this session calls it."""
        return self.model or self.name

    def placed(self, role: Role, *, chosen: bool) -> File:
        """Return the file as what it is to be; only systems have names of their own."""
        if role == self.role:
            return replace(self, chosen=chosen)
        name = system_name(self.file_name) if role == "system" else self.file_name
        return replace(self, role=role, name=name, hidden=False, run_of=None, parts=(), chosen=chosen)

    def normalised(self, names: Sequence[str]) -> File:
        """Return the file read with these normalisations and no others."""
        return replace(self, options=replace(self.options, normalise=tuple(dict.fromkeys(names))))

    def source(self) -> Source:
        """Return its bytes, under the name that messages show.

        Raises:
            ReadError: they cannot be had.
        """
        if self.run is not None and self.path is not None:
            self.run.refuse_other(self.path, self.name)
        if self.path is None:
            return replace(Source.from_bytes(self.file_name, self.data), mark=self.mark)
        # Looked up again: a link may have taken the place of what was opened.
        path = self.path if self.root is None else real_path(self.root, self.file_name)
        return Source.from_path(path, name=self.file_name, any_size=self.options.any_size)

    def corpus(self) -> Any:
        """Return what it is read from: its source, or what was given in memory, which nobody uploaded.

        Raises:
            ReadError: its bytes cannot be had.
        """
        return self.source() if self.path is not None or self.content else self.data

    def opened(self) -> DocumentStream:
        """Open it for reading, as a text.

        Raises:
            InputError: it cannot be read.
        """
        role = self.role if self.role in ("training", "system") else "gold"
        return open_corpus(self.corpus(), role=role, options=self.options, name=self.part[1])


@dataclass(frozen=True)
class Run:
    """What makes the prediction of a system.

    Attributes:
        command: a program and its arguments as one would type them; empty for a segmenter.
        segmenter: the name of one of ``cwsdiag.segmenters``; empty for a command.
        seconds: how long it may take.
        folder: of the project.
        gold: the file whose sentences it gets.
    """

    command: str
    segmenter: str
    seconds: int
    folder: Path
    gold: File

    @property
    def called(self) -> str:
        """What people call it."""
        return self.command or self.segmenter

    def refuse_other(self, path: Path, name: str) -> None:
        """Refuse what is kept where it is none of this gold file and this command.

        Raises:
            ReadError: it is not there, or was made of another gold file or by another command.
        """
        if kept(path).get("of") != self.of():
            raise ReadError(
                # Without the command: pages say this too, and it may have a path of the server in it.
                lazy(
                    "{name}: there is no output of its command for this gold file yet. Run `cwsdiag run` on the "
                    "project first.",
                    name=name,
                )
            )

    def of(self) -> list[str]:
        """Return what its output is of: command, segmenter, how gold is read, its digest."""
        digest = hashlib.sha256()
        for piece in self.gold.source().stored():
            digest.update(piece)
        return [self.command, self.segmenter, repr(self.gold.options), digest.hexdigest()]


def kept(path: Path) -> dict[str, Any]:
    """Return what is known of a kept output; empty where there is none."""
    from json import loads

    try:
        said = loads(about(path).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return said if isinstance(said, dict) and path.is_file() else {}


def speed(path: Path) -> float:
    """Return how many characters a second a kept output was made of, the start of its program included; NaN without."""
    said = kept(path)
    try:
        return float(said["characters"] / said["seconds"])
    except (KeyError, TypeError, ZeroDivisionError):
        return float("nan")


def about(path: Path) -> Path:
    """Return the file that says of what a kept output is."""
    return path.with_suffix(".json")


def place(folder: Path, dataset: str, system: str) -> Path:
    """Return where the output of a system is kept."""
    digest = hashlib.sha256(f"{dataset}\0{system}".encode()).hexdigest()[:12]
    stem = "".join(char for char in f"{dataset}-{system}" if char.isalnum() or char in "-_")[:40]
    return folder / RUNS / f"{stem}-{digest}.txt"


@dataclass(frozen=True)
class FileSet:
    """The files of one dataset; some may be missing yet.

    ``dev``, more text like gold, and ``transferred``, the systems that were trained on another dataset, are only for
    studies over several datasets. ``raw`` are texts without blanks between words that the others are checked by,
    ``out`` what is kept and not used.

    Attributes:
        name: what the user calls it; empty where nobody named it.
        files: in the order in which they are shown within a role.
        mismatch: what is done where a system has other characters than gold.
        baselines: whether BASE and TOP are wanted among the systems.
        study: how it is compared with the others of the project that it came with.
    """

    name: str = ""
    files: tuple[File, ...] = ()
    mismatch: Mismatch = "error"
    baselines: bool = False
    study: StudySpec = StudySpec()

    @classmethod
    def alike(
        cls,
        options: ReadOptions,
        *,
        systems: Mapping[str, Any] | None = None,
        runs: Mapping[str, Sequence[Any]] | None = None,
        name: str = "",
        mismatch: Mismatch = "error",
        **others: Any,
    ) -> FileSet:
        """Return files whose texts are all read in one way; ``others`` are those of the other roles, None for none.

        Each of the ``runs`` of a model is one more system, see ``run_name``. What is hidden in names is written out.

        Raises:
            SettingError: a model of several runs, or a run, is called as a system, or two systems alike once it is.
        """
        files = [
            File.of(cast("Role", role), corpus, options if role in TEXTS else None)
            for role, corpus in others.items()
            if corpus is not None
        ]
        files += [File.of("system", corpus, options, name=visible(one)) for one, corpus in (systems or {}).items()]
        groups = []
        for model, corpora in (runs or {}).items():
            group = visible(model)
            groups.append(group)
            files += [
                File.of("system", corpus, options, name=run_name(group, number), run_of=group)
                for number, corpus in enumerate(corpora, start=1)
            ]
        names = [*groups, *(file.name for file in files if file.role == "system")]
        if len(set(names)) < len(names):
            twice = max(names, key=names.count)
            raise SettingError(lazy("two systems are called {name!r}. Give them different names.", name=twice))
        return cls(name, tuple(files), mismatch)

    @property
    def called(self) -> str:
        """What it is called: by its gold file where nobody named it."""
        return self.name or ("" if self.gold is None else self.gold.name)

    def of(self, *roles: Role) -> tuple[File, ...]:
        """Return the files of some roles, in the order of these."""
        return tuple(file for role in roles for file in self.files if file.role == role)

    def one(self, role: Role) -> File | None:
        """Return the file of a role of which there is one; None without."""
        return next((file for file in self.files if file.role == role), None)

    @property
    def gold(self) -> File | None:
        """The reference segmentation."""
        return self.one("gold")

    @property
    def training(self) -> File | None:
        """The training data."""
        return self.one("training")

    @property
    def weights(self) -> File | None:
        """The file that says how hard each gold word is."""
        return self.one("weights")

    @property
    def systems(self) -> tuple[File, ...]:
        """The predictions."""
        return self.of("system")

    @property
    def size(self) -> int:
        """Number of bytes of all that is read for the pages."""
        return sum(file.size for file in self.of(*_READ, "idioms"))

    @property
    def everything(self) -> tuple[File, ...]:
        """All files that a person can place, what is not used last."""
        return self.of(*PLACED)

    @property
    def hidden(self) -> frozenset[str]:
        """Names of the systems that are hidden."""
        return frozenset(system.name for system in self.systems if system.hidden)

    @property
    def stamp(self) -> tuple[str, ...]:
        """Says all that the dataset depends on."""
        slices = map(repr, self.study.slices)
        return (self.name, self.mismatch, *slices, *(file.stamp for file in self.of(*_READ)))

    @property
    def corpus_stamp(self) -> tuple[str, ...]:
        """Says all that the texts of the dataset depend on: nothing of its systems."""
        return (self.name, *(file.stamp for file in self.of("gold", "training", "dev")))

    @property
    def transfer_stamp(self) -> tuple[str, ...]:
        """Says all that depends on the systems of which it is known what they were trained on."""
        learnt = self.of("gold", "system", "transferred")
        return (self.name, self.mismatch, *(repr((f.stamp, f.hidden, f.model, f.trained_on)) for f in learnt))

    def with_file(self, file: File) -> FileSet:
        """Return the set with one more file, which takes the place of another where there is one of its role."""
        others = (one for one in self.files if one.role != file.role or file.role not in ONLY)
        return replace(self, files=(*others, file))

    def without(self, file: File) -> FileSet:
        """Return the set without a file; with gold go the documents, which are those of that file."""
        gone = "documents" if file.role == "gold" else None
        return self.mapped(lambda one: None if one == file or one.role == gone else one)

    def with_changed(self, file: File, **changes: Any) -> FileSet:
        """Return the set with attributes of a file changed; as it is where two systems would have one name then.

        A file that has changed on the disk meanwhile is known by its role and name.
        """

        def is_meant(one: File) -> bool:
            return one == file if file in self.files else (one.role, one.name) == (file.role, file.name)

        changed = self.mapped(lambda one: replace(one, **changes) if is_meant(one) else one)
        return self if len({one.name for one in changed.systems}) < len(changed.systems) else changed

    def normalised(self, names: Sequence[str]) -> FileSet:
        """Return the set with these normalisations of all files, and no others.

        Gold and systems must have the same characters, training data the same words.
        """
        return self.mapped(lambda file: file.normalised(names))

    def with_short_names(self) -> FileSet:
        """Return the set with files called by what tells their paths apart: where a server keeps them is its own."""
        paths = [os.path.abspath(file.path) for file in self.files if file.path is not None]
        top = os.path.commonpath(map(os.path.dirname, paths))

        def named(file: File) -> File:
            name = os.path.relpath(file.path or "", top)
            run = file.run and replace(file.run, gold=named(file.run.gold))
            return replace(file, file_name=name, name=file.name if file.name != file.file_name else name, run=run)

        return self.mapped(named)

    def mapped(self, change: Callable[[File], File | None]) -> FileSet:
        """Return the set with something done to every file; None takes it out."""
        return replace(self, files=tuple(new for new in map(change, self.files) if new is not None))


def system_name(file_name: str) -> str:
    """Return what a system is called at first: its file's name without what comes behind the last point."""
    return visible(PurePath(file_name).stem.strip() or file_name)


def distinguished(file_names: Sequence[str]) -> list[str]:
    """Return what systems are called at first: what the names of their files do not share.

    Words that all begin or end with are cut, as long as letters are left of each. Where names are alike but for their
    folders, those are part of them.

    Args:
        file_names: of all systems of a dataset.
    """
    names = [system_name(name) for name in file_names]
    if len(set(names)) < len(names):
        names = [visible(str(PurePath(name).with_suffix(""))) for name in file_names]
    words = [_BETWEEN.split(name) for name in names]

    # Of each name one word is left at least.
    first = min(len(os.path.commonprefix(words)), min(map(len, words), default=1) - 1)
    last = len(os.path.commonprefix([one[:first:-1] for one in words]))
    cut = ["".join(one[first : len(one) - last]).strip(_SIGNS) for one in words]
    return cut if len(names) > 1 and all(any(map(str.isalpha, name)) for name in cut) else names


def merged_parts(systems: Iterable[File]) -> dict[str, dict[str, str]]:
    """Return what models are made of, by their names in the project; of two values of a part the later counts."""
    merged: dict[str, dict[str, str]] = {}
    for file in systems:
        merged.setdefault(file.model_name, {}).update(file.parts)
    return {name: parts for name, parts in merged.items() if parts}


def real_path(root: Path, name: str) -> Path:
    """Return where a file under a folder really lies: not by ``..``, nor by a link that leads out.

    Args:
        root: the folder.
        name: a path from there, which a person typed.

    Raises:
        ReadError: no such file under ``root``.
    """
    try:
        top = root.resolve(strict=True)
        path = (top / name).resolve(strict=True)
        if path.is_relative_to(top) and path.is_file() and not {"..", top.anchor} & {*PurePath(name).parts}:
            return path
    except (OSError, ValueError, RuntimeError):
        pass
    called = brief(name, _LONGEST_NAME)
    raise ReadError(
        lazy("{name}: there is no such file under the folder of this server. Give a path from there.", name=called)
    )
