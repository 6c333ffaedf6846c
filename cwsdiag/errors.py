"""The exceptions of cwsdiag.

Every message says what is wrong, where, and what to do about it, in at most ten lines.

    CwsdiagError
    ├── InputError            a file or its content
    │   ├── ReadError         missing, a folder, too large, binary, damaged archive
    │   ├── EncodingError     bytes that are not text in the encoding
    │   ├── FormatError       text that is not what its format asks for
    │   ├── AlignmentError    system and gold have different characters
    │   └── ProjectError      a project file that cannot be used
    ├── BoardError            the board of submissions refuses something, or its file cannot be used
    ├── JudgingError          a study of judgements refuses something, or its file cannot be used
    └── SettingError          an option, a name or an edge that makes no sense
"""

from __future__ import annotations


class CwsdiagError(Exception):
    """Base of all errors that a user can mend; ``str(error)`` is the whole message."""


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


class BoardError(CwsdiagError):
    """The board of submissions refuses something, or its file cannot be used."""


class JudgingError(CwsdiagError):
    """A study of people's judgements refuses something, or its file cannot be used."""


class SettingError(CwsdiagError):
    """An option, a name or a bucket edge makes no sense."""
