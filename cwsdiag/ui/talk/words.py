"""The words behind a mark on a slide, shown over it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cwsdiag.exhibits import Look, made

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.exhibits import Exhibit

# What a click asks for that words can be shown of.
_OPTIONS = ("system", "other", "attribute", "bucket", "which", "shape", "cause")


def leads_to_words(exhibit: Exhibit) -> bool:
    """Return whether a click on its marks opens words: not where gold is private."""
    return exhibit.content.click is not None and isinstance(exhibit.look, Look)


def words_behind(exhibit: Exhibit, mark: Sequence[Any]) -> Exhibit | None:
    """Return the words that the system of a mark gets wrong there; None where the mark is of none.

    Args:
        exhibit: of the slide.
        mark: the data behind what was clicked.

    Raises:
        SettingError: the mark is of nothing that there is.
    """
    click = exhibit.content.click
    target = click(mark) if click is not None and leads_to_words(exhibit) else None
    if target is None or "system" not in target[1]:
        return None
    options = {name: value for name, value in target[1].items() if name in _OPTIONS}
    # On a slide what is wrong is looked at, not all there is.
    if options.get("which") == "all":
        del options["which"]
    return made(exhibit.look, "words", options)
