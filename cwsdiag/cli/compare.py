"""``cwsdiag compare``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cwsdiag.cli import options
from cwsdiag.cli.output import show
from cwsdiag.errors import SettingError
from cwsdiag.progress import working

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cwsdiag.diagnosis import Diagnosis
    from cwsdiag.diagnosis.paired import PairedComparison
    from cwsdiag.diagnosis.runs import RunsComparison


@click.command()
@options.diagnosed_options
@click.option("--base", metavar="NAME", help="With more than two systems: the one that each other is compared with.")
@options.json_option
def compare(base: str | None, as_json: bool, **named: Any) -> None:
    """Two systems against each other: what differs, by how much, and what may be said of it.

    Of systems that were run several times (--run) the mean over their runs is compared.
    """
    from cwsdiag.diagnosis.runs import RunsComparison, contestants
    from cwsdiag.report.documents import comparison_document, runs_document

    diagnosis, warnings = options.diagnosed(**named)
    pairs = _pairs(contestants(diagnosis.dataset), base)
    with working("comparing"):
        compared = _compared(diagnosis, pairs)
    documents = [
        runs_document(one, diagnosis, warnings)
        if isinstance(one, RunsComparison)
        else comparison_document(one, diagnosis, warnings)
        for one in compared
    ]
    show(documents[0] if base is None else documents, _lines(diagnosis, compared), as_json=as_json)


def _lines(diagnosis: Diagnosis, compared: Sequence[PairedComparison | RunsComparison]) -> Iterator[str]:
    from cwsdiag.exhibits.looks import look_of_diagnosis
    from cwsdiag.report.diagnosis import comparison_lines

    yield from comparison_lines(look_of_diagnosis(diagnosis), compared)


def _compared(diagnosis: Diagnosis, pairs: Sequence[tuple[str, str]]) -> list[PairedComparison | RunsComparison]:
    """Return the comparison of each pair: of two systems, or of two models over their runs where one has several."""
    from cwsdiag.diagnosis.paired import compare
    from cwsdiag.diagnosis.runs import compare_runs

    runs = diagnosis.dataset.runs
    # Together, so that p is adjusted for all of them.
    tested = iter(compare(diagnosis, [pair for pair in pairs if not runs.keys() & {*pair}]))
    return [compare_runs(diagnosis, a, b) if runs.keys() & {a, b} else next(tested) for a, b in pairs]


def _pairs(names: Sequence[str], base: str | None) -> list[tuple[str, str]]:
    if base is None:
        if len(names) != 2:
            raise SettingError(
                f"{len(names)} system{'s'[: len(names) != 1]}: compare takes two, "
                "or with --base NAME one and those to be compared with it."
            )
        return [(names[0], names[1])]
    others = [name for name in names if name != base]
    if len(others) == len(names):
        raise SettingError(f"--base {base}: there is no system of this name. Available: {', '.join(names) or 'none'}.")
    if not others:
        raise SettingError(f"--base {base}: there is no other system to compare with it.")
    return [(name, base) for name in others]
