"""Project files: which files make up which dataset.

    normalise = ["nfkc"]              # optional, as are encoding, format, separator, strip, mismatch and baselines;
                                      # inner ones win
    icwb2 = "icwb2-data"              # optional: the unpacked files of the second bakeoff
    board = "board.sqlite"            # optional: where results are kept; need not be there yet

    [[dataset]]
    name = "news"
    gold = "news/test.txt"
    train = "news/train.txt"          # optional
    dev = "news/dev.txt"              # optional: more text like gold, for choosing what to train on
    weights = "news/test.weight"      # optional: how hard each gold word is
    documents = "news/test.ids"       # optional: which document each sentence of gold is of, an id a line
    labels = "news/labels.csv"        # optional: genre, source, date …, a column each, a row a sentence or a document
    idioms = "idioms.txt"             # optional: a list of idioms, words between blanks or line ends

    [[dataset.system]]
    name = "crf"
    prediction = "news/crf.txt"
    format = "tags"
    track = "closed"                  # optional: closed or open

    [[dataset.system]]
    name = "own"
    command = "python cut.py"         # in place of a prediction: `cwsdiag run` gives it gold's sentences on stdin, a
    timeout = 60                      # line each, and keeps what it writes; optional: its seconds, 600 without

    [[dataset.system]]
    name = "jieba"
    segmenter = "jieba"               # or one that is installed as a package

    [[dataset.system]]
    name = "llm"
    prediction = "news/llm.txt"
    separator = "/"                   # optional: what stands between words, also as "U+200B"; found out where plain
    strip = ["numbers", "quotes"]     # optional: what stands around lines without being text; markdown, too

    [[dataset.system]]
    name = "crf"                      # the same model
    prediction = "news/crf-from-pku.txt"
    trained_on = "pku"                # optional: the dataset whose training data it learnt from

    [[dataset.system]]
    name = "crf, first try"
    model = "crf"                     # optional: what it is called where datasets are compared; else its name
    prediction = "news/crf-first.txt"
    hidden = true                     # optional: the dashboard leaves it out until it is shown there
    parts = { encoder = "lstm", decoder = "crf" }  # optional: what it is made of; any names

    [[dataset.system]]
    name = "bert"                     # several runs of one model: systems "bert #1", "bert #2" …
    runs = ["news/bert-1.txt", "news/bert-2.txt"]

    [[dataset]]
    corpus = "pku"                    # of icwb2: gives name, gold and train, where they are not given here

    [[slice]]                         # optional: words in several buckets, an attribute of its own beside the others
    name = "long new words"
    where = { wLen = "≥4", wFre = "0" }   # labels of buckets as tables have them

    [study]                           # optional: how the datasets are compared with each other
    normalise = ["nfkc", "numbers"]   # nfkc, t2s, numbers, latin, for all datasets alike; without it the one at the top
    buckets = 10                      # 2 to 50, or "classes"

    [[study.published]]               # optional: scores from a paper, in per cent; one table a system and source
    system = "bert"
    source = "Fu et al. 2020"
    parts = { encoder = "bert" }      # optional
    f1 = { news = 97.1, pku = 96.47 }

    [[study.curve]]                   # optional: F1 of your own model as sources are added, in per cent
    name = "bert"
    dataset = "news"
    order = "max"                     # optional: max or min, as select-sources gives it, or a list of datasets
    f1 = [[91.2, 92.8], [91.0, 93.1]] # news alone, then after each source; a list a run, or one list

Paths are relative to the project file. A gold or training file that is read otherwise than the rest of its dataset is
written as a table, in which encoding, format, normalise, separator and strip can stand:
``train = { file = "news/train.gb", encoding = "gb18030" }``.

With ``icwb2`` and no ``[[dataset]]``, every corpus of it is a dataset without systems; a folder like that is read as
such a project itself. Encoding and format of what lies in it are known, so these two options are for the files that the
project names.

A system that was trained on another dataset is called "crf ← pku", stands apart from the systems of its dataset, and is
seen only where datasets are compared. ``closed`` says that a system was trained on its own dataset. ``numbers`` and
``latin`` are for studies alone: gold and systems could not be compared after them.

The parts of a model may be said on any dataset, once or each time the same. Published scores are on the datasets of
these names; a project may hold nothing else.

Several runs of a model are as many systems, which share what else stands in their table; where they differ, each has a
table of its own with ``run_of = "bert"``, its name and its ``prediction``.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cwsdiag.baselines import with_baselines
from cwsdiag.errors import ProjectError, shown
from cwsdiag.files import LONGEST_NAME, read_whole
from cwsdiag.inputs import FileSet, StudySpec, merged_parts
from cwsdiag.languages import lazy
from cwsdiag.languages.visible import visible
from cwsdiag.loading import load_files
from cwsdiag.project.icwb2 import corpora, is_icwb2
from cwsdiag.project.reader import ProjectReader
from cwsdiag.toml import read_toml

if TYPE_CHECKING:
    from cwsdiag.dataset import Dataset

FILE_NAME = "project.toml"


@dataclass(frozen=True)
class Project:
    """A project that was read.

    Attributes:
        path: its file, or the icwb2-data folder that was read as one.
        datasets: names all different; none where the project holds published scores alone.
        board: the file that keeps results, which may not be there yet; None where none is named.
        study: how its datasets are compared with each other.
        found: whether an icwb2-data folder was looked through for its files: other files there are another project.
    """

    path: Path
    datasets: tuple[FileSet, ...]
    board: Path | None = None
    study: StudySpec = StudySpec()
    found: bool = False

    @property
    def parts(self) -> dict[str, dict[str, str]]:
        """What models are made of: by model, in order of first appearance, the value of each part.

        It may be said on any dataset; models of which it is said nowhere are left out.
        """
        return merged_parts(file for one in self.datasets for file in one.of("system", "transferred"))

    def dataset(self, name: str) -> FileSet:
        """Return the dataset of this name, which may be given as the file has it or as it is shown.

        Raises:
            ProjectError: there is none.
        """
        name = visible(name)
        for dataset in self.datasets:
            if dataset.name == name:
                return dataset
        names = ", ".join(dataset.name for dataset in self.datasets) or lazy("none")
        raise ProjectError(
            lazy("{path}: no dataset {name!r}. Available: {names}.", path=self.path, name=name, names=names)
        )


def project_path(path: Path) -> Path:
    """Return what is read for a path: for a folder its ``project.toml``, which may be missing.

    Only a folder of the second bakeoff without such a file is itself what is read.
    """
    # Unlike a path itself these answer no for one that no file can have.
    if not os.path.isdir(path):
        return path
    file = path / FILE_NAME
    return path if not os.path.isfile(file) and is_icwb2(path) else file


def read_project(path: str | Path, *, closed: bool = False, called: str = "", complete: bool = True) -> Project:
    """Read a project; its data files must be there but are not read yet.

    Args:
        path: a project file, a folder that holds a ``project.toml``, or an unpacked icwb2-data folder.
        closed: whether it comes from a stranger: then it can name nothing outside its own folder.
        called: what complaints call it; its path by default.
        complete: whether data files must be there; else it is told when one is read that is not.

    Raises:
        ProjectError: it is missing, no TOML, has unknown or missing keys, or names files that are not there.
        SettingError: this is no path.
    """
    path = project_path(Path(path))
    called = called or shown(str(path), LONGEST_NAME)
    is_folder = os.path.isdir(path)
    reader = ProjectReader(path, called, corpora(path) if is_folder else {}, closed=closed)
    datasets, study, board = reader.read({} if is_folder else _content(path, called), complete=complete)
    return Project(path, datasets, board, study, found=bool(reader.corpora))


def _content(path: Path, called: str) -> dict[str, Any]:
    """Return what a project file says, as TOML has it."""
    if not os.path.lexists(path):
        raise ProjectError(
            lazy(
                "{path}: there is no such project file. Give a {file}, its folder, or an unpacked icwb2-data folder.",
                path=called,
                file=FILE_NAME,
            )
        )
    data = read_whole(path, name=called, error=ProjectError)
    try:
        written = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ProjectError(
            lazy("{path}: a project file must be UTF-8. Save it as UTF-8 and try again.", path=called)
        ) from None
    return read_toml(written, lambda problem: ProjectError(lazy("{path}: {problem}.", path=called, problem=problem)))


def load_dataset(spec: FileSet) -> Dataset:
    """Read a dataset, with BASE and TOP among its systems where the project wants them.

    Systems that were trained on another dataset are left to ``cwsdiag.loading.load_transferred``.

    Raises:
        InputError: a file cannot be read, a system's characters are not those of gold, or weights, documents or labels
            do not fit it.
        SettingError: BASE or TOP is wanted, and a system is called so; or the file of weights has an unknown ending.
    """
    dataset = load_files(spec, stop=True).whole
    return with_baselines(dataset) if spec.baselines else dataset
