"""The command ``cwsdiag``.

Results go to stdout, warnings and errors to stderr; bad input ends with exit code 2 and one short message. Everything
heavier than click is imported by the command that needs it. A new command is a file here and its line in ``COMMANDS``.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from os.path import lexists
from typing import Any

import click

from cwsdiag import __version__
from cwsdiag.arguments import given
from cwsdiag.cli import (
    app,
    bakeoff,
    balanced,
    board,
    cache,
    check,
    compare,
    diagnose,
    difficulty,
    draw,
    figure,
    findings,
    fit,
    gate,
    judge,
    learning_curve,
    psi,
    report,
    results,
    score,
    select_sources,
    separators,
    study,
    versions,
    words,
)
from cwsdiag.cli.ending import well_ended, well_printed
from cwsdiag.cli.output import say
from cwsdiag.errors import CwsdiagError
from cwsdiag.files import texts_of_any_size
from cwsdiag.languages.visible import visible

_BAD_INPUT = 2
_MESSAGE_LINES = 10
_LONGEST_LINE = 600

COMMANDS = (
    score.score,
    diagnose.diagnose,
    compare.compare,
    results.results,
    gate.gate,
    versions.versions,
    words.words,
    difficulty.difficulty,
    learning_curve.learning_curve,
    bakeoff.bakeoff,
    bakeoff.score_sighan,
    draw.draw,
    balanced.balanced,
    separators.separators,
    study.study,
    psi.psi,
    select_sources.select_sources,
    fit.fit,
    findings.findings,
    figure.figure,
    report.report,
    check.check,
    board.board,
    judge.judge,
    cache.cache,
    app.app,
)


class _Group(click.Group):
    """A group whose commands answer bad input with one message and exit code 2, and end well when they are told to."""

    def main(self, *args: Any, **extra: Any) -> Any:
        with well_printed():
            return super().main(*args, **extra)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        for argument in args:
            if not _is_text(argument):
                ctx.fail(f"{given(argument)} is no text in UTF-8. Write it in UTF-8; a file by such a name, rename.")
        return super().parse_args(ctx, args)

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        with _clicks_own_words():
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> Any:
        with well_ended(ctx):
            try:
                with _clicks_own_words():
                    return super().invoke(ctx)
            except CwsdiagError as error:
                lines = [_short(line) for line in str(error).split("\n")]
                if len(lines) > _MESSAGE_LINES:
                    lines = [*lines[: _MESSAGE_LINES - 1], "…"]
                say("cwsdiag: " + "\n".join(lines), err=True)
                ctx.exit(_BAD_INPUT)


def _short(line: str) -> str:
    """Return a line of a message without the middle of what somebody gave that is far too long."""
    half = _LONGEST_LINE // 2
    return line if len(line) <= _LONGEST_LINE else f"{line[:half]} … {line[-half:]}"


def _is_text(argument: str) -> bool:
    """Return whether an argument is text in UTF-8, or, alone or behind a name, the path of a file that is there.

    Bytes that are none reach Python as surrogates: names with such in them could be neither printed nor written as
    JSON. Files from elsewhere may be called so, and what they are called is shown escaped.
    """
    try:
        argument.encode()
    except UnicodeEncodeError:
        name, _, path = argument.rpartition("=")
        return lexists(argument) or (bool(name) and _is_text(name) and lexists(path))
    return True


@contextmanager
def _clicks_own_words() -> Iterator[None]:
    """Write out what is hidden in messages of click, which prints them itself."""
    try:
        yield
    except click.ClickException as error:
        click.ClickException.__init__(error, visible(error.message))
        raise


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, "-V", "--version", prog_name="cwsdiag")
@click.pass_context
def main(context: click.Context) -> None:
    """Diagnose Chinese word segmenters: where each fails, by how much, and on which words."""
    if context.invoked_subcommand != app.app.name:
        # What the dashboard reads others may have put there.
        context.with_resource(texts_of_any_size())


for _command in COMMANDS:
    main.add_command(_command)
