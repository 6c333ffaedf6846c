"""Files: did my files load as I meant?"""

from __future__ import annotations

from cwsdiag.languages import _, translated
from cwsdiag.ui.data import cached, catalogue
from cwsdiag.ui.import_report import cards, keeping, loading
from cwsdiag.ui.shell import view, widgets


def page() -> None:
    """Draw the page."""
    widgets.page_head("data")
    seen = view.current()
    for problem in seen.catalogue.problems:
        widgets.box("error", translated(problem), title=_("A project cannot be opened"))
    uploaded, entry = catalogue.uploads(), seen.entry
    own = entry is None or entry.id == catalogue.UPLOAD
    if entry is None and not uploaded.everything:
        loading.first_steps(seen)
    # Uploads without a gold file are no dataset yet, and wait here beside whichever is open.
    waiting = bool(uploaded.everything) and (own or uploaded.gold is None)
    read = cached.uploaded(uploaded) if waiting else None
    if read is not None:
        loading.next_step(uploaded, read)
        loading.missing(uploaded)
    elif entry is not None:
        loading.next_step(entry.files, cached.loaded(entry))
    loading.changes()
    loading.places(expanded=own)
    keeping.panel(seen)
    if entry is not None:
        loading.origin(entry)
    if read is not None:
        loading.undoing(uploaded)
        cards.cards(catalogue.UPLOAD, uploaded, read)
    if entry is not None and not own:
        cards.cards(entry.id, entry.files, cached.loaded(entry))
    if seen.found is not None and seen.a is not None:
        widgets.signature_line(seen.look.diagnosis.signature)
