"""Workspaces: files that people gave a server, kept under addresses that nobody can guess."""

from cwsdiag.workspaces.store import Limits, Store, Workspace

__all__ = ["Limits", "Store", "Workspace"]
