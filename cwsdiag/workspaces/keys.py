"""The keys of a workspace, from each of which the next can be made, and none before it.

writing key   256 random bits: who has it sees, changes and removes the files
reading key   a digest of the writing key: who has it sees the files
folder        a digest of the reading key: who lists the disk has neither key
"""

from __future__ import annotations

import base64
import hashlib
import re
import secrets

_BYTES = 32
_KEY = re.compile(r"[A-Za-z0-9_-]{43}")


def new_key() -> str:
    """Return a writing key that nobody has."""
    return secrets.token_urlsafe(_BYTES)


def is_key(text: str) -> bool:
    """Tell whether a text can be a key at all."""
    return _KEY.fullmatch(text) is not None


def reading_key(writing_key: str) -> str:
    """Return the key that reads what a key writes."""
    digest = hashlib.sha256(b"cwsdiag reading key " + writing_key.encode()).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def folder_name(reading_key: str) -> str:
    """Return what the folder is called whose files a key reads."""
    return hashlib.sha256(b"cwsdiag workspace " + reading_key.encode()).hexdigest()
