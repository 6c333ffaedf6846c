"""Data: did my files load as I meant?"""

from __future__ import annotations

from cwsdiag.ui.data import cached, catalogue, uploads, workspace
from cwsdiag.ui.import_report import cards, keeping, loading
from cwsdiag.ui.shell import view, widgets


def page() -> None:
    """Draw the page."""
    widgets.page_head("Files")
    seen = view.current()
    for problem in seen.catalogue.problems:
        widgets.box("error", problem, title="A project cannot be opened")
    for number, aside in enumerate(uploads.put_aside()):
        cards.aside_card(aside, number)

    uploaded, entry = catalogue.uploads(), seen.entry
    own = entry is None or entry.id == catalogue.UPLOAD
    if entry is None and not uploaded.files:
        loading.first_steps(seen)
    if workspace.may_edit():
        loading.places(expanded=own)
        loading.removed()
    keeping.panel(seen)
    if entry is not None:
        loading.origin(entry)
    # Uploads without a gold file are no dataset yet, and wait here beside whichever is open.
    if uploaded.files and (own or uploaded.gold is None):
        loading.still_missing(uploaded)
        loading.undoing(uploaded)
        cards.cards(catalogue.UPLOAD, uploaded, cached.uploaded(uploaded))
    if entry is not None and not own:
        cards.cards(entry.id, entry.files, cached.loaded(entry))
    if seen.results is not None and seen.a is not None:
        widgets.next_page("overview", "Overview: which system is best")
        widgets.signature_line(seen.known.diagnosis.signature)
