"""What several commands share: options that name files or settings, and reading what they name."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import wraps
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import click

from cwsdiag.arguments import Whole, bounds
from cwsdiag.cli.output import say, warn
from cwsdiag.errors import ReadError, SettingError
from cwsdiag.formats import COMPARABLE, WRAPPERS
from cwsdiag.formats.wrappers import chosen
from cwsdiag.languages import lazy
from cwsdiag.languages.visible import visible
from cwsdiag.progress import working

if TYPE_CHECKING:
    from cwsdiag.align import Mismatch
    from cwsdiag.dataset import Dataset, ReadOptions
    from cwsdiag.diagnosis import Diagnosis
    from cwsdiag.inputs import FileSet
    from cwsdiag.parallel import Where
    from cwsdiag.project import File, Project

Decorator: TypeAlias = Callable[[Callable[..., None]], Callable[..., None]]

PATH = click.Path(path_type=Path)


def whole(bound: Whole) -> click.IntRange:
    """Return the type of options and arguments that are whole numbers within bounds."""
    return click.IntRange(bound.least, bound.most)


def number_option(bound: Whole, *names: str, **more: Any) -> Decorator:
    """Return an option that takes a whole number within bounds."""
    return click.option(*names, type=whole(bound), show_default=True, **more)


def path_option(*names: str, **more: Any) -> Decorator:
    """Return an option that takes the path of a file or folder."""
    return click.option(*names, type=PATH, **more)


def flag(*names: str, **more: Any) -> Decorator:
    """Return an option without a value."""
    return click.option(*names, is_flag=True, **more)


def together(*options: Decorator) -> Decorator:
    """Return what adds several options to a command; its help lists them in this order."""

    def add(command: Callable[..., None]) -> Callable[..., None]:
        for option in reversed(options):
            command = option(command)
        return command

    return add


def gathered(name: str, make: Callable[..., Any], *options: Decorator) -> Decorator:
    """Return what adds several options to a command, which gets what ``make`` returns for them as one argument."""
    own = tuple(signature(make).parameters)

    def add(command: Callable[..., None]) -> Callable[..., None]:
        @wraps(command)
        def call(*arguments: Any, **values: Any) -> None:
            made = make(**{key: values.pop(key) for key in own if key in values})
            command(*arguments, **{name: made}, **values)

        return together(*options)(call)

    return add


def _files_by_name(_context: click.Context, option: click.Parameter, values: Sequence[str]) -> dict[str, list[Path]]:
    """Return the files of an option whose values are ``NAME=PATH`` by their names."""
    files: dict[str, list[Path]] = {}
    for value in values:
        name, sign, path = value.partition("=")
        if not sign or not visible(name).strip() or not path:
            raise SettingError(f"{option.opts[0]} {value}: the name of a system is missing. Write NAME=PATH.")
        files.setdefault(visible(name), []).append(Path(path))
    return files


def _file_by_name(context: click.Context, option: click.Parameter, values: Sequence[str]) -> dict[str, Path]:
    files = _files_by_name(context, option, values)
    for name in [name for name, paths in files.items() if len(paths) > 1]:
        raise SettingError(lazy("two systems are called {name!r}. Give them different names.", name=name))
    return {name: path for name, (path,) in files.items()}


json_option = flag("--json", "as_json", help="Print one JSON document and nothing else.")
csv_folder_option = path_option("--csv", "csv_folder", help="Write all tables into this folder.")
system_option = click.option("--system", "systems", multiple=True, metavar="NAME=PATH", callback=_file_by_name,
                             help="A system's prediction; repeat for more.")  # fmt: skip

run_option = click.option("--run", "runs", multiple=True, metavar="NAME=PATH", callback=_files_by_name,
                          help="One of several runs of a system, such as another seed; repeat for each.")  # fmt: skip


def read_options(
    *,
    input_format: str | None = None,
    encoding: str | None = None,
    normalise: Sequence[str] = (),
    separator: str | None = None,
    strip: Sequence[str] = (),
) -> ReadOptions:
    """Return how texts are to be read: of any size, as whoever gives a command knows what he names."""
    from cwsdiag.dataset import ReadOptions

    return ReadOptions(encoding, input_format, tuple(normalise), separator, chosen(strip), any_size=True)


def format_options(what: str = "all files; detected for each") -> Decorator:
    """Return what adds the options that say how ``what`` is written."""
    return together(
        click.option("--input-format", metavar="FORMAT", help=f"Format of {what} if not given."),
        click.option("--encoding", help=f"Encoding of {what} if not given."),
    )


# How texts are read; ``read_options`` takes them.
text_options = together(
    format_options(),
    click.option("--normalise", multiple=True, type=click.Choice(COMPARABLE),
                 help="Unify width (nfkc), convert traditional to simplified (t2s), delete the _ between syllables "
                 "(underscores); in the order given."),
)  # fmt: skip


def mismatch_option(default: Mismatch = "error") -> Decorator:
    """Return what adds the option that says what differing characters lead to."""
    return click.option("--mismatch", type=click.Choice(["error", "skip", "count"]), default=default, show_default=True,
                        help="Where a system has other characters than gold: stop, leave those stretches out, or count "
                        "all that it adds or lacks against it.",
    )  # fmt: skip


# How files are read, systems' among them: a command gets ``options``, from ``read_options``, and ``mismatch``.
reading_options = gathered(
    "options",
    read_options,
    text_options,
    click.option("--separator", metavar="CHARS", help="What stands between words, such as / or U+200B, in files whose "
                 "words are not between white space; found out where it is plain."),
    click.option("--strip", multiple=True, type=click.Choice(list(WRAPPERS)),
                 help="Leave out what stands around lines without being text."),
    mismatch_option(),
)  # fmt: skip
# Training data and systems beside gold, and how to read all.
beside_gold_options = together(
    path_option("--train", "--dictionary", "training", help="Training data or word list."),
    system_option,
    run_option,
    flag("--baselines",
         help="More systems: maximum matching with the training words (BASE), with gold's (TOP); the majority "
         "of all systems at each boundary (VOTE)."),
    reading_options,
)  # fmt: skip
# Gold, too; ``load_named`` takes them.
file_options = together(path_option("--gold", required=True, help="Gold segmentation."), beside_gold_options)
# Plug-ins; ``keys_of`` and ``load_plugins`` take them.
plugin_option = path_option("--plugin", "plugins", multiple=True,
                            help="A Python file of yours that defines attributes; it is run.")  # fmt: skip
# How a bootstrap is made.
resampling_options = together(
    number_option(bounds.RESAMPLES, "--resamples", default=1000,
                  help="Bootstrap resamples."),
    number_option(bounds.SEED, "--seed", default=0, help="Seed of the resamples."),
)  # fmt: skip
# How a diagnosis is made.
buckets_option = click.option("--buckets", metavar="N", help="Number of buckets of equal count for every attribute (or "
                              "another way of cutting, such as classes or edges:0.1,0.5); by default each attribute's "
                              "own.")  # fmt: skip
diagnosis_options = together(buckets_option, resampling_options, plugin_option)
unit_option = click.option("--unit", default="auto", show_default=True, metavar="UNIT", help="What resamples and "
                           "tests take as one: sentence, document, or block:25 for 25 sentences in a row; auto takes "
                           "sentences, but documents or blocks where neighbours go together.")  # fmt: skip
# How long a drawn sentence may be.
length_options = together(
    number_option(bounds.LENGTH, "--min-length", default=1, metavar="N",
                  help="Fewest characters of a sentence that is drawn."),
    number_option(bounds.LENGTH, "--max-length", metavar="N",
                  help="Most characters of one; any number by default."),
)  # fmt: skip
# Which document each sentence is of; ``load_named`` takes it.
documents_option = path_option("--documents", help="Which document each gold sentence is of, an id a line; "
                               "by default as gold says (# newdoc of CoNLL-U, doc of JSON lines).")  # fmt: skip
# Labels of sentences; ``load_named`` takes it.
labels_option = path_option("--labels", help="A table of labels, such as genre: CSV or TSV, a column each, "
                            "a row for each sentence or document of gold, or with a column sent_id.")  # fmt: skip
tags_option = flag("--tags", help="Score parts of speech too: words right in span and tag.")
slices_option = flag("--slices", help="Slices of two as well: pairs of buckets, such as long "
                     "new words, that tell more than either bucket.")  # fmt: skip
# Of which pairs of systems the aided diagnosis is told.
all_pairs_option = flag("--all-pairs", help="Set every two systems against each other, not only "
                        "the best against each and neighbours by rank.")  # fmt: skip
attributes_option = click.option("--attributes", help="Keys separated by commas, such as wLen,wCon; by default all but "
                                 "miss, the share of the other systems that miss a word.")  # fmt: skip
only_option = click.option("--only", "only", multiple=True, metavar="NAME", help="Look at this system; repeat for a "
                           "second. The others are left out, but for the attribute miss.")  # fmt: skip
# What a bucket needs to be named.
minimum_options = together(
    number_option(bounds.MINIMUM, "--min-size", default=30,
                  help="Fewest gold units with which a diagnosis may name a bucket."),
    number_option(bounds.MINIMUM, "--min-units", default=10,
                  help="Fewest sentences, or other units, that hold a word of such a bucket."),
)  # fmt: skip


def place_of(jobs: int | None, scheduler: str | None, shared_cache: Path | None) -> Where:
    """Return where much work is done, which is said on stderr where it is not this machine.

    Raises:
        SettingError: the options contradict each other.
    """
    from cwsdiag.parallel import Where

    return Where(jobs, scheduler, shared_cache, report=lambda sentence: say(sentence, err=True))


def work_of(where: Where, cache: Path | None, no_cache: bool) -> dict[str, Any]:
    """Return ``where`` work is done, and the folder that is the ``cache`` of trained models, None for none.

    Raises:
        SettingError: the options contradict each other.
    """
    from cwsdiag.difficulty import cache_folder

    if cache is not None and no_cache:
        raise SettingError("--cache and --no-cache: give only one of them.")
    if where.shared_cache is not None and (cache is not None or no_cache):
        raise SettingError("--shared-cache keeps the models: leave out --cache and --no-cache.")
    return {"where": where, "cache": None if no_cache else where.shared_cache or cache or cache_folder()}


# A command gets ``where`` much work is done.
place_options = gathered(
    "where",
    place_of,
    number_option(bounds.JOBS, "--jobs", metavar="N",
                  help="How many parts of the work to do at once; by default one per processor."),
    click.option("--scheduler", metavar="ADDRESS",
                 help="Dask scheduler whose workers do them, as tcp://host:8786; needs cwsdiag[cluster]."),
    path_option("--shared-cache", metavar="DIR",
                help="Cache folder that those workers have under the same path: models are kept there."),
)  # fmt: skip
# It gets ``work``: where, and the cache of trained models.
work_options = gathered(
    "work",
    work_of,
    place_options,
    path_option("--cache", metavar="DIR",
                help="Folder that keeps trained models; by default your cache folder."),
    flag("--no-cache", help="Keep no models, and use none that were kept."),
)  # fmt: skip


def weights_option(*, required: bool = False) -> Decorator:
    """Return what adds the option that says how hard each gold word is; ``load_named`` takes it."""
    return path_option("--weights", required=required,
                       help="How hard each gold word is: a .weight, .weight_c or .csv file.")  # fmt: skip


# A dataset and how it is diagnosed; ``diagnosed`` takes them.
diagnosed_options = together(
    file_options,
    weights_option(),
    diagnosis_options,
    attributes_option,
    only_option,
    minimum_options,
    unit_option,
    documents_option,
    labels_option,
)


def read_project(path: Path, *, complete: bool = True) -> Project:
    """Read a project, whose texts may have any size; see ``cwsdiag.project.read_project``."""
    from cwsdiag import project

    def large(file: File) -> File:
        return replace(file, options=replace(file.options, any_size=True))

    read = project.read_project(path, complete=complete)
    return replace(read, datasets=tuple(one.mapped(large) for one in read.datasets))


def load_named(*, strings: bool, baselines: bool, **named: Any) -> tuple[Dataset, list[str]]:
    """Read what ``file_options`` gave; see ``load``."""
    from cwsdiag.inputs import FileSet

    return load(FileSet.alike(**named), strings=strings, baselines=baselines)


def load(files: FileSet, *, strings: bool, baselines: bool = False) -> tuple[Dataset, list[str]]:
    """Read all files, and print what looks wrong with them; without ``strings`` only what scores need is gathered."""
    from cwsdiag.loading import load_files

    with working("reading"):
        loaded = load_files(files, strings=strings, findings=strings, stop=True)
    dataset = loaded.whole
    odd = [finding.message_cli for finding in loaded.findings if finding.severity == "warning"]
    odd += [] if strings else dataset.oddities()
    if baselines:
        from cwsdiag.baselines import no_vote_text, with_baselines

        dataset = with_baselines(dataset)
        odd += filter(None, [no_vote_text(dataset)])
    warnings = [*dataset.warnings, *odd]
    warn(warnings)
    return dataset, warnings


def diagnosed(
    *, attributes: str | None, only: Sequence[str], buckets: str | None, plugins: Sequence[Path], **named: Any
) -> tuple[Diagnosis, list[str]]:
    """Read and diagnose what ``diagnosed_options`` gave; return with it what looks wrong with the files."""
    from cwsdiag.diagnosis import diagnose

    keys = keys_of(attributes, plugins)
    settings = {name: named.pop(name) for name in ("resamples", "seed", "min_size", "min_units", "unit")}
    dataset, warnings = load_named(**named, strings=True)
    return diagnose(dataset, attributes=keys, buckets=buckets_of(buckets), systems=only or None, **settings), warnings


def load_plugins(plugins: Sequence[Path]) -> None:
    """Run plug-ins, which register attributes."""
    from cwsdiag.attributes import load_plugin

    for plugin in plugins:
        if not os.path.isfile(plugin):
            raise ReadError(f"{visible(str(plugin))}: there is no such file. --plugin takes a Python file.")
        load_plugin(plugin)


def keys_of(attributes: str | None, plugins: Sequence[Path]) -> list[str] | None:
    """Load plug-ins and return the keys asked for; unknown ones are refused before any file is read."""
    from cwsdiag.attributes import select
    from cwsdiag.attributes.base import LABEL

    load_plugins(plugins)
    if attributes is None:
        return None
    keys = [key.strip() for key in attributes.split(",")]
    # Labels of sentences are known when the dataset is.
    select([key for key in keys if not key.startswith(LABEL)])
    return keys


def buckets_of(value: str | None) -> str | None:
    """Return what ``--buckets`` says in the notation of ``cwsdiag.buckets``; a number is that many of equal count."""
    if value is not None and value.isascii() and value.isdigit():
        return f"equal:{value.lstrip('0') or 0}"
    return value
