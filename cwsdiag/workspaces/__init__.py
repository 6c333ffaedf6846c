"""Workspaces: files that people gave a server, each set under a key that nobody can guess."""

from cwsdiag.workspaces.keys import is_key, new_key
from cwsdiag.workspaces.store import Limits, Store, Workspace

__all__ = ["Limits", "Store", "Workspace", "is_key", "new_key"]
