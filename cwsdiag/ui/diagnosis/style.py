"""The style sheet of Diagnosis: where its parts stand, and how high they are."""

from __future__ import annotations

from cwsdiag.charts import theme

# Slices, words and places stand beside each other and share the height that is left of the screen; what stands above
# has the height that it needs. On a narrow page, and on paper, they follow each other.
SHEET = """<style>
:is(.st-key-diagnosis, .st-key-diagnosis-above) {
  display: grid; gap: .4rem 1.1rem;
  > * { min-width: 0; min-height: 0; height: 100%; }
}
.st-key-diagnosis {
  grid-template: 'left words places' minmax(0, 1fr) / minmax(0, 9fr) minmax(0, 10fr) minmax(0, 11fr);
  flex: none; height: calc(100vh - 14.5rem); min-height: 27rem;
}
.st-key-diagnosis-above { grid-template: 'left left' auto 'words places' 24rem / minmax(0, 1fr) minmax(0, 1fr); }
:is(.st-key-diagnosis, .st-key-diagnosis-above) > :has(> .st-key-diagnosis-left) { grid-area: left; }
:is(.st-key-diagnosis-left, .st-key-diagnosis-words, .st-key-diagnosis-places) { height: 100%; min-height: 0; }
.st-key-diagnosis-left:has(.st-key-against-chart) { overflow: auto; }
/* A bar that comes and goes would change the width, and with it what fits, and with that the bar. */
.st-key-diagnosis-places { overflow: auto; scrollbar-gutter: stable; }
@media print, (max-width: 60rem) {
  :is(.st-key-diagnosis, .st-key-diagnosis-above) { display: flex; height: auto; }
  .st-key-diagnosis-words { height: 24rem; }
  .st-key-diagnosis-left > :has(.js-plotly-plot) { order: -1; }
}
@media print { .st-key-diagnosis-places { overflow: visible; } }
</style>"""
_COLUMNS = ("left", "words", "places")


def active(place: int) -> str:
    """Return the style sheet that marks the column in which keys move, by its place."""
    return f"<style>.st-key-diagnosis-{_COLUMNS[place]} {{ box-shadow: 0 -2px {theme.ACCENT}; }}</style>"
