"""The command ``cwsdiag``.

Results go to stdout, warnings and errors to stderr; bad input ends with exit code 2 and one short message. A command is
imported when it is called, and imports what is heavier than click when it needs it. A new one is a function here, its
line in ``COMMANDS``, and in ``_TOGETHER`` where its file has another name.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from os.path import lexists
from typing import Any

import click

from cwsdiag import __version__
from cwsdiag.arguments import given
from cwsdiag.cli.output import say, well_ended, well_printed
from cwsdiag.errors import CwsdiagError
from cwsdiag.languages.visible import visible

_BAD_INPUT = 2
_MESSAGE_LINES = 10
_LONGEST_LINE = 600

# What each does, as its own help begins.
COMMANDS = {
    "score": "Precision, recall, F1, OOV and IV recall of every system.",
    "diagnose": "Break every system's scores down by attribute: where it is weakest, where the better of two loses.",
    "compare": "Two systems against each other: what differs, by how much, and what may be said of it.",
    "results": "All numbers of a project in one JSON document.",
    "gate": "Fail where results are worse than kept ones by more than allowed, and that is no chance.",
    "words": "The words behind a bucket or a kind of errors: where each occurs and how every system segmented it.",
    "audit": "The gold itself: places that are worth a look, by how likely each is an error.",
    "difficulty": (
        "How hard each gold word is: the share of a committee of segmenters that gets it wrong, written to a file."
    ),
    "learning-curve": (
        "How the built-in segmenter learns: its scores after 20, 50, 80 and 100 % of the training data, over seeds."
    ),
    "bakeoff": "The scores of the SIGHAN bakeoffs, and which systems differ.",
    "score-sighan": "The official script's arguments and output: word list, gold segmentation, and a system's output.",
    "draw": "Draw sentences of FILE at random, within given lengths: a test set, its gold and its raw text.",
    "balanced": "Scores that weight each word by how hard it is for a committee, and how they change the ranking.",
    "separators": "Edit distance of word separators, against one reference or several at once.",
    "study": "What holds across models and datasets: scores, biases, tests, diagnoses; Ψ, U, maps, orders of sources.",
    "psi": "How well the words of a test text agree with training data (Ψ), and the words that cost most.",
    "select-sources": "Which further training data to add for a target, and in which order, with Ψ after each source.",
    "fit": "Which criterion does a segmented text follow? Its Ψ under every dataset, the nearest first.",
    "run": "Run the systems of a project that have a command or a segmenter, and keep what they write.",
    "findings": "What one would tell first of a project's results, each with its numbers and a sentence that shows it.",
    "figure": "A figure of a project as a file, as its page draws it.",
    "report": "Everything one takes home: a page, slides, figures, tables, and all numbers.",
    "check": "How each file was read, what it probably is, and what looks wrong in it or between the files.",
    "board": "The board of submissions: tasks with private gold, and a public table of scores.",
    "judge": "Studies in which people mark the best and second-best segmentations of drawn sentences.",
    "cache": "The models that are kept, so that none is learnt twice: where, how many, how large.",
    "app": "Start the dashboard, with PROJECT open if given; the sample is a click away.",
}
# Commands that share a file, by its name; the others have one of their own name.
_TOGETHER = {
    "diagnose": ("score", "diagnose", "compare", "balanced", "bakeoff", "score-sighan", "separators"),
    "report": ("report", "figure", "results", "findings", "gate"),
    "words": ("words", "audit"),
    "study": ("study", "psi", "fit", "select-sources"),
    "files": ("check", "run", "cache", "draw"),
    "difficulty": ("difficulty", "learning-curve"),
}
_MODULES = {command: module for module, commands in _TOGETHER.items() for command in commands}


class _Group(click.Group):
    """A group whose commands answer bad input with one message and exit code 2, and end well when they are told to.

    Only the command that is called is imported: it is to start in the time that it takes itself.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        called = cmd_name.replace("-", "_")
        command: click.Command = getattr(import_module(f"cwsdiag.cli.{_MODULES.get(cmd_name, called)}"), called)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        listed = [click.Command(name, help=does) for name, does in COMMANDS.items()]
        click.Group(commands=listed).format_commands(ctx, formatter)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        for argument in args:
            if not _is_text(argument):
                ctx.fail(f"{given(argument)} is no text in UTF-8. Write it in UTF-8; a file by such a name, rename.")
        return super().parse_args(ctx, args)

    def main(self, *args: Any, **extra: Any) -> Any:
        with well_printed():
            return super().main(*args, **extra)

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        with _clicks_own_words():
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> Any:
        with well_ended(ctx):
            try:
                with _clicks_own_words():
                    return super().invoke(ctx)
            except CwsdiagError as error:
                say(f"cwsdiag: {_short(str(error))}", err=True)
                ctx.exit(_BAD_INPUT)


def _short(message: str) -> str:
    """Return a message without the middle of what somebody gave that is far too long."""
    half = _LONGEST_LINE // 2
    lines = [line if len(line) <= _LONGEST_LINE else f"{line[:half]} … {line[-half:]}" for line in message.split("\n")]
    return "\n".join(lines if len(lines) <= _MESSAGE_LINES else [*lines[: _MESSAGE_LINES - 1], "…"])


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
    """Write out what is hidden in messages of click, which prints them itself, and shorten them as ours."""
    try:
        yield
    except click.ClickException as error:
        click.ClickException.__init__(error, _short(visible(error.message)))
        raise


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, "-V", "--version", prog_name="cwsdiag")
def main() -> None:
    """Diagnose Chinese word segmenters: where each fails, by how much, and on which words."""
