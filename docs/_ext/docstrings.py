"""Docstrings of the house, as napoleon reads them, set for the site.

Napoleon takes the first words of a property for its type where a colon follows, and one entry for several names, as in
``low, high: the ends``, for a name with its type. Here a property is prose like anything else, and an entry of ``Args``
or ``Attributes`` has as many names as it has. What is indented in the docstring of a module is an example, and a bar is
a bar: no docstring has reStructuredText beyond double backquotes.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from sphinx.ext.napoleon import GoogleDocstring

if TYPE_CHECKING:
    from sphinx.application import Sphinx

# Napoleon listens at 500, the usual place.
_BEFORE, _AFTER = 400, 600
_ENTRY = re.compile(r":(?P<kind>param|ivar|raises) (?P<names>[^:]+):\s*(?P<text>.*)")
_TITLES = {"param": "Arguments", "ivar": "Attributes", "raises": "Raises"}
# Stands for a colon while napoleon reads; no docstring has it.
_COLON = "\ue000"
_BAR = re.compile(r"(``.*?``)|\|")


def setup(app: Sphinx) -> dict[str, bool]:
    """Stand before and behind napoleon."""
    app.setup_extension("sphinx.ext.napoleon")
    app.connect("autodoc-process-docstring", _examples_of_modules, priority=_BEFORE)
    app.connect("autodoc-process-docstring", _prose_of_properties, priority=_BEFORE)
    app.connect("autodoc-process-docstring", _entries, priority=_AFTER)
    app.connect("autodoc-process-signature", _no_signature)
    return {"parallel_read_safe": True}


def _examples_of_modules(_app: Sphinx, what: str, _name: str, _thing: object, _options: Any, lines: list[str]) -> None:
    """Set what is indented in the docstring of a module as code."""
    if what != "module":
        return
    found: list[str] = []
    inside = False
    for line in lines:
        indented = line.startswith("    ")
        if indented and not inside:
            found += ["::", ""]
        inside = indented or (inside and not line)
        found.append(line)
    lines[:] = found


def _prose_of_properties(app: Sphinx, what: str, name: str, thing: object, options: Any, lines: list[str]) -> None:
    """Read a property as a method is read, and keep napoleon from looking for its type in the first line."""
    if what in ("property", "attribute", "data"):
        first, *others = GoogleDocstring(lines, app.config, app, "method", name, thing, options).lines() or [""]
        lines[:] = [first.replace(":", _COLON), *others]


def _entries(_app: Sphinx, _what: str, _name: str, thing: object, _options: Any, lines: list[str]) -> None:
    """Set each run of entries as one field with a list of its names, their types and what is said of them."""
    types = _annotations(thing)
    found: list[str] = []
    kind = None
    for line in (line.replace(_COLON, ":") for line in lines):
        if not line.startswith("    ") or kind is not None:
            line = _BAR.sub(lambda found: found[1] or r"\|", line)
        entry = _ENTRY.fullmatch(line)
        if entry is not None:
            if entry["kind"] != kind:
                kind = entry["kind"]
                found += ["", f":{_TITLES[kind]}:"]
            names = [name.strip() for name in entry["names"].replace("\\", "").split(",")]
            of = types.get(names[0], "") if kind == "ivar" else ""
            shown = ":py:exc:`.{}`" if kind == "raises" else "``{}``"
            term = ", ".join(map(shown.format, names)) + (f" : {of}" if of else "")
            found += [f"    {term}", f"        {entry['text']}"]
        elif kind is not None and (not line or line[0].isspace()):
            found.append(f"        {line.strip()}" if line else "")
        else:
            kind = None
            found.append(line)
    lines[:] = found


def _annotations(thing: object) -> dict[str, str]:
    """Return the types of the fields of a class, as they are written there."""
    found: dict[str, str] = {}
    for base in reversed(getattr(thing, "__mro__", ())):
        found |= {name: of for name, of in vars(base).get("__annotations__", {}).items() if isinstance(of, str)}
    return found


def _no_signature(_app: Sphinx, what: str, *_about: Any) -> tuple[str, str] | None:
    """Leave out what classes are made with: results come from functions, and their docstrings name the fields."""
    return ("", "") if what == "class" else None
