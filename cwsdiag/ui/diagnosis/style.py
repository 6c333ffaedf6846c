"""The style sheet of Diagnosis: where its parts stand, and how high they are."""

from __future__ import annotations

from cwsdiag.charts import theme

# Slices, words and places stand beside each other and share the height that is left of the screen; what stands above
# has the height that it needs. On a narrow page, and on paper, they follow each other.
_SHEET = """<style>
.st-key-diagnosis {
  display: grid; gap: .4rem 1.1rem; grid-template: %(areas)s;
  %(height)s
  > * { min-width: 0; min-height: 0; height: 100%%; }
}
.st-key-diagnosis > :has(> .st-key-diagnosis-left) { grid-area: left; }
:is(.st-key-diagnosis-left, .st-key-diagnosis-words, .st-key-diagnosis-places) { height: 100%%; min-height: 0; }
.st-key-diagnosis-left { overflow: auto; }
/* A bar that comes and goes would change the width, and with it what fits, and with that the bar. */
.st-key-places { overflow: auto; scrollbar-gutter: stable; }
.st-key-sentence-of-the-place { max-height: 13rem; overflow: auto; }
@media print, (max-width: 60rem) {
  .st-key-diagnosis { display: flex; height: auto; }
  .st-key-diagnosis-words { height: 24rem; }
}
@media print { .st-key-places { overflow: visible; } }
</style>"""
COLUMNS = ("left", "words", "places")
_ACTIVE = f"{{ box-shadow: 0 -2px {theme.ACCENT}; }}"
_BESIDE = {
    "areas": "'left words places' minmax(0, 1fr) / minmax(0, 9fr) minmax(0, 10fr) minmax(0, 11fr)",
    "height": "height: calc(100vh - 11.5rem); min-height: 27rem;",
}
_ABOVE = {
    "areas": "'left left' auto 'words places' 24rem / minmax(0, 1fr) minmax(0, 1fr)",
    "height": "",
}


def sheet(*, above: bool, active: int | None) -> str:
    """Return the style sheet.

    Args:
        above: whether what words are chosen from stands above them.
        active: the place of the column that keys move in; None for none.
    """
    column = "" if active is None else f"<style>.st-key-diagnosis-{COLUMNS[active]} {_ACTIVE}</style>"
    return _SHEET % (_ABOVE if above else _BESIDE) + column
