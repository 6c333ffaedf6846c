"""``cwsdiag compare``."""

from __future__ import annotations

from typing import Any

import click

from cwsdiag.cli.options import diagnosed, diagnosed_options, json_option, slices_option
from cwsdiag.cli.output import say
from cwsdiag.errors import SettingError
from cwsdiag.progress import working


@click.command()
@diagnosed_options
@click.option("--base", metavar="NAME", help="With more than two systems: the one that each other is compared with.")
@slices_option
@json_option
def compare(base: str | None, slices: bool, as_json: bool, **named: Any) -> None:
    """Two systems against each other: what differs, by how much, and what may be said of it.

    Of systems that were run several times (--run) the mean over their runs is compared.
    """
    from cwsdiag.diagnosis.paired import compare as test
    from cwsdiag.diagnosis.runs import RunsComparison, compare_runs, contestants
    from cwsdiag.report.documents import comparison_document, runs_document, to_json

    diagnosis, warnings = diagnosed(**named)
    names, runs = contestants(diagnosis.dataset), diagnosis.dataset.runs
    others = [name for name in names if name != base]
    if base is None and len(names) != 2:
        count = f"{len(names)} system{'s'[: len(names) != 1]}"
        raise SettingError(f"{count}: compare takes two, or with --base NAME one and those to be compared with it.")
    if base is not None and len(others) == len(names):
        raise SettingError(f"--base {base}: there is no system of this name. Available: {', '.join(names) or 'none'}.")
    if not others:
        raise SettingError(f"--base {base}: there is no other system to compare with it.")
    pairs = [(names[0], names[1])] if base is None else [(name, base) for name in others]
    with working("comparing"):
        # Together, so that p is adjusted for all of them.
        tested = iter(test(diagnosis, [pair for pair in pairs if not runs.keys() & {*pair}]))
        compared = [compare_runs(diagnosis, a, b) if runs.keys() & {a, b} else next(tested) for a, b in pairs]
    if not as_json:
        from cwsdiag.exhibits.looks import look_of_diagnosis
        from cwsdiag.report.diagnosis import comparison_lines

        say("\n".join(comparison_lines(look_of_diagnosis(diagnosis), compared, with_slices=slices)))
        return
    documents = [
        runs_document(one, diagnosis, warnings)
        if isinstance(one, RunsComparison)
        else comparison_document(one, diagnosis, warnings, slices=slices)
        for one in compared
    ]
    say(to_json(documents[0] if base is None else documents))
