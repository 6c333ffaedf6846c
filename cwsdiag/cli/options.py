"""What several commands share: options that name files or settings, and reading what they name."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cwsdiag.errors import ReadError, SettingError
from cwsdiag.formats import COMPARABLE
from cwsdiag.progress import working

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from cwsdiag.align import Mismatch
    from cwsdiag.dataset import Dataset, ReadOptions


@dataclass(frozen=True)
class Files:
    """The options that name files and say how to read them."""

    gold: Path
    train: Path | None
    systems: Mapping[str, Path]
    options: ReadOptions
    mismatch: Mismatch = "error"
    baselines: bool = False
    weights: Path | None = None


def system_files(context: click.Context, parameter: click.Parameter, values: Sequence[str]) -> dict[str, Path]:
    """Return the files of the systems given as ``NAME=PATH``, by name: the callback of ``--system``."""
    del context, parameter
    systems: dict[str, Path] = {}
    for value in values:
        name, sign, path = value.partition("=")
        if not sign or not name.strip() or not path:
            raise SettingError(f"--system {value}: a system needs a name. Write NAME=PATH.")
        if name in systems:
            raise SettingError(f"two systems are called {name!r}. Give them different names.")
        systems[name] = Path(path)
    return systems


def reading_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options that say how files are read, systems' among them."""
    mismatch = click.option("--mismatch", type=click.Choice(["error", "skip"]), default="error", show_default=True,
                            help="Where a system has other characters than gold: stop, or leave those "
                            "stretches out.")  # fmt: skip
    return text_options(mismatch(command))


def text_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options that say how texts are read."""
    for option in (
        click.option("--normalise", multiple=True, type=click.Choice(COMPARABLE),
                     help="Unify width (nfkc), convert traditional to simplified (t2s); in the order given."),
        click.option("--encoding", help="Encoding of all files; detected for each if not given."),
        click.option("--input-format", metavar="FORMAT", help="Format of all files; detected for each if not given."),
    ):  # fmt: skip
        command = option(command)
    return command


def file_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options that name gold, training data and systems, and say how they are read; ``files_of`` takes them."""
    command = reading_options(command)
    for option in (
        click.option("--baselines", is_flag=True,
                     help="Maximum matching as two more systems: BASE with the training words, TOP with gold's."),
        click.option("--system", "systems", multiple=True, metavar="NAME=PATH", callback=system_files,
                     help="A system's prediction; repeat for more."),
        click.option("--train", "--dictionary", "train", type=click.Path(path_type=Path),
                     help="Training data or word list."),
        click.option("--gold", required=True, type=click.Path(path_type=Path), help="Gold segmentation."),
    ):  # fmt: skip
        command = option(command)
    return command


def weights_option(*, required: bool = False) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return what adds the option that says how hard each gold word is; ``files_of`` takes it."""
    return click.option("--weights", required=required, type=click.Path(path_type=Path),
                        help="How hard each gold word is: a .weight, .weight_c, .csv or .parquet file.")  # fmt: skip


def plugin_option(command: Callable[..., None]) -> Callable[..., None]:
    """Add the option that names plug-ins; ``keys_of`` and ``load_plugins`` take them."""
    return click.option("--plugin", "plugins", multiple=True, type=click.Path(path_type=Path),
                        help="A Python file of yours that defines attributes; it is run.")(command)  # fmt: skip


def resampling_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options that set how a bootstrap is made."""
    for option in (
        click.option("--seed", type=int, default=0, show_default=True, help="Seed of the resamples."),
        click.option("--resamples", type=int, default=1000, show_default=True, help="Bootstrap resamples."),
    ):
        command = option(command)
    return command


def diagnosis_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options that set how a diagnosis is made."""
    for option in (
        plugin_option,
        resampling_options,
        click.option("--buckets", metavar="N", help="Number of buckets of equal count for every attribute "
                     "(or another way of cutting, such as classes or edges:0.1,0.5); by default each attribute's own."),
    ):  # fmt: skip
        command = option(command)
    return command


def files_of(
    gold: Path,
    train: Path | None,
    systems: Mapping[str, Path],
    input_format: str | None,
    encoding: str | None,
    normalise: Sequence[str],
    mismatch: Mismatch,
    baselines: bool = False,
    weights: Path | None = None,
) -> Files:
    """Return what ``file_options`` gave."""
    from cwsdiag.dataset import ReadOptions

    options = ReadOptions(encoding, input_format, tuple(normalise))
    return Files(gold, train, systems, options, mismatch, baselines, weights)


def load(files: Files, *, strings: bool) -> tuple[Dataset, list[str]]:
    """Read all files, and print what looks wrong with them; without ``strings`` only what scores need is gathered."""
    from cwsdiag.dataset import assemble, read, read_training, types_of

    with working("reading"):
        gold = read(files.gold, role="gold", options=files.options)
        systems = {name: read(path, role="system", options=files.options) for name, path in files.systems.items()}
        training = None
        if files.train is not None:
            wanted: set[str] = set()
            if strings:
                from cwsdiag.doctor import telling_sentences

                wanted = types_of(gold, *systems.values()).union(telling_sentences(gold))
            training = read_training(files.train, options=files.options, strings=wanted, characters=strings)
        dataset = assemble(gold=gold, systems=systems, training=training, mismatch=files.mismatch)
        if files.weights is not None:
            from cwsdiag.dataset import with_weights

            dataset = with_weights(dataset, files.weights)
    if strings:
        from cwsdiag.doctor import examine

        findings = examine(gold=gold, systems=systems, training=training)
        odd = [finding.message_cli for finding in findings if finding.severity == "warning"]
    else:
        odd = dataset.oddities()
    if files.baselines:
        from cwsdiag.baselines import with_baselines

        dataset = with_baselines(dataset)
    warnings = [*dataset.warnings, *odd]
    for warning in warnings:
        click.echo(f"warning: {warning}", err=True)
    return dataset, warnings


def load_plugins(plugins: Sequence[Path]) -> None:
    """Run plug-ins, which register attributes."""
    from cwsdiag.attributes import load_plugin

    for plugin in plugins:
        if not plugin.is_file():
            raise ReadError(f"{plugin}: there is no such file. --plugin takes a Python file.")
        load_plugin(plugin)


def keys_of(attributes: str | None, plugins: Sequence[Path]) -> list[str] | None:
    """Load plug-ins and return the keys asked for; unknown ones are refused before any file is read."""
    from cwsdiag.attributes import select

    load_plugins(plugins)
    if attributes is None:
        return None
    keys = [key.strip() for key in attributes.split(",")]
    select(keys)
    return keys


def buckets_of(value: str | None) -> int | str | None:
    """Return what ``--buckets`` says: a number, a notation of ``cwsdiag.buckets``, or None."""
    return int(value) if value is not None and value.isascii() and value.isdigit() else value
