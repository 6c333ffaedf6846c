"""The exceptions of cwsdiag, and what mends what is wrong.

Every message says what is wrong, where, and what to do about it, in at most ten lines. A remedy is called otherwise
where there is a command line and where there is a page: an error has it as a field, and each says it in its own words.

    CwsdiagError
    ├── InputError            a file or its content
    │   ├── ReadError         missing, a folder, too large, binary, damaged archive
    │   ├── EncodingError     bytes that are not text in the encoding
    │   ├── FormatError       text that is not what its format asks for
    │   ├── AlignmentError    system and gold have different characters
    │   ├── ProjectError      a project file that cannot be used
    │   └── ArchiveError      a packed project that cannot be unpacked, or must not be
    ├── BoardError            the board of submissions refuses something, or its file cannot be used
    ├── WorkspaceError        files cannot be kept on the server
    ├── JudgingError          a study of judgements refuses something, or its file cannot be used
    ├── DrawingError          a figure cannot be made into a file here
    ├── WorkerError           processes or machines that do part of the work are lost, or cannot be used
    └── SettingError          an option, a name or an edge that makes no sense
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from cwsdiag.languages.visible import printable

# All files normalised by NFKC, from traditional to simplified characters, without the _ inside words; what differs from
# gold left out or counted; of one file what stands around its lines stripped.
Fix = Literal["nfkc", "t2s", "underscores", "skip", "markdown", "numbers", "quotes"]
# How the end of an error's message is to be said: a prediction of other characters, the encoding, the limit of size,
# a private gold of few sentences.
Remedy = Literal["same text", "encoding", "limit", "few sentences"]

# Says how many megabytes a file may have.
LIMIT_VARIABLE = "CWSDIAG_MAX_MB"
# On the command line: the options of fixes, and the ends of messages there and in Python.
OPTIONS: dict[Fix, str] = {
    "nfkc": "--normalise nfkc",
    "t2s": "--normalise t2s",
    "underscores": "--normalise underscores",
    "skip": "--mismatch skip or count",
    "markdown": "--strip markdown",
    "numbers": "--strip numbers",
    "quotes": "--strip quotes",
}
COMMAND_LINE: dict[Remedy, str] = {
    "same text": "Check that both files hold the same test set; where only the width of letters or the script differs, "
    "normalise (nfkc, t2s); or leave the differing stretches out on both sides (mismatch: skip), or count "
    "them against the system (mismatch: count).",
    "encoding": "set the encoding by hand: --encoding with utf-8, gb18030, cp950, big5hkscs or utf-16.",
    "limit": f"raise the limit: set the environment variable {LIMIT_VARIABLE} (in Python, the argument `limit` "
    "of Source, in bytes).",
    "few sentences": "open it to everybody (--open-gold), or allow few sentences (--few-sentences).",
}


class CwsdiagError(Exception):
    """Base of all errors that a user can mend; ``str(error)`` is the whole message, for the command line and Python.

    Attributes:
        problem: the message; without its end where that is the remedy. Pages say it in their language where it is
            ``lazy``, here and in all classes below.
        remedy: what mends it, where that is called otherwise on the command line and on pages; else None.
    """

    def __init__(self, problem: str, *, remedy: Remedy | None = None) -> None:
        super().__init__(problem)
        self.problem = problem
        self.remedy = remedy

    def __str__(self) -> str:
        return self.said(COMMAND_LINE)

    def said(self, remedies: Mapping[Remedy, str]) -> str:
        """Return the whole message, with the remedy in the words of where it is shown."""
        return self.problem if self.remedy is None else self.problem + remedies[self.remedy]


class InputError(CwsdiagError):
    """A file, or what is in it, cannot be used."""


class ReadError(InputError):
    """A file cannot be read at all."""


class EncodingError(InputError):
    """The bytes of a file are not text in the chosen encoding."""


class FormatError(InputError):
    """The text of a file does not follow its format."""


class AlignmentError(InputError):
    """A system's characters are not those of the gold file."""


class ProjectError(InputError):
    """A project file cannot be used."""


class ArchiveError(InputError):
    """A packed project cannot be unpacked, or must not be."""


class WorkspaceError(CwsdiagError):
    """Files cannot be kept on the server."""


class BoardError(CwsdiagError):
    """The board of submissions refuses something, or its file cannot be used."""


class JudgingError(CwsdiagError):
    """A study of people's judgements refuses something, or its file cannot be used."""


class DrawingError(CwsdiagError):
    """A figure cannot be made into a file here: what draws it is missing or fails, or it is too large."""


class WorkerError(CwsdiagError):
    """Processes or machines that do part of the work are lost, or cannot be used."""


class SettingError(CwsdiagError):
    """An option, a name or a bucket edge makes no sense."""


class Cancelled(Exception):
    """Work ended because its caller wanted no more; what was learnt is kept, where there is a cache.

    Attributes:
        done: how much was done, in the steps that the caller is told of.
    """

    def __init__(self, done: int, total: int) -> None:
        super().__init__(done, total)
        self.done = done


def brief(text: str, limit: int = 40) -> str:
    """Return text from a file as a message may show it: nothing invisible, at most ``limit`` characters."""
    short = text if len(text) <= limit else text[: limit - 1] + "…"
    return printable(short)
