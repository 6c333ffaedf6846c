"""Keys of workspaces: 256 random bits. The folder is called by a digest: who lists the disk has no key."""

from __future__ import annotations

import base64
import hashlib
import re
import secrets

_BYTES = 32
_KEY = re.compile(r"[A-Za-z0-9_-]{43}")


def new_key() -> str:
    """Return a key that nobody has."""
    return secrets.token_urlsafe(_BYTES)


def is_key(text: str) -> bool:
    """Tell whether a text can be a key at all."""
    return _KEY.fullmatch(text) is not None


def folder_name(key: str) -> str:
    """Return the name of the folder of a workspace."""
    # Two digests: version 0.2.0 had a second key between them, and its workspaces are found again.
    middle = base64.urlsafe_b64encode(hashlib.sha256(b"cwsdiag reading key " + key.encode()).digest()).rstrip(b"=")
    return hashlib.sha256(b"cwsdiag workspace " + middle).hexdigest()
