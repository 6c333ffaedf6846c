"""The style sheet of the page Words: where its parts stand, and how high they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

# Conditions have room to be read. Words and places stand beside each other and share the height that is left of the
# screen. On a narrow page, and on paper, they follow each other.
SHEET = """<style>
.st-key-choose-where:has([data-tag-index]) { flex-grow: 2.4 !important; }
.st-key-choose-show button { flex-direction: column; justify-content: center; gap: 0; padding-inline: .6rem; }
/* Still what it is called where it is read aloud. */
@media (max-width: 88rem) { .st-key-columns button p { font-size: 0; } }
.st-key-choose-show [role=radiogroup] > button::after {
  font-size: .74rem; line-height: 1; opacity: .78; font-variant-numeric: tabular-nums;
}
.st-key-page:has(.st-key-words-and-places) {
  flex: none; height: calc(100vh - 5.6rem); min-height: 42rem; gap: .4rem; padding-bottom: 0;
  > :has(> .st-key-words-and-places) { flex: 1 1 0; min-height: 0; }
}
.st-key-controls-explore { gap: .5rem; }
.st-key-words-and-places {
  height: 100% !important; overflow: visible; align-items: stretch;
  display: grid; gap: 0 1.2rem; grid-template: minmax(0, 1fr) / minmax(min(32.5rem, 57%), 5fr) minmax(0, 6fr);
  > * { min-width: 0; min-height: 0; height: 100%; }
}
.st-key-words-lead :has(> .cw-lead) { display: flex; flex-wrap: wrap; align-items: baseline; column-gap: 1rem; }
.st-key-words-side { height: 100%; min-height: 0; }
/* Always as high, so that the words stay where they are whatever sentence is chosen. */
.st-key-words-side > :has(> .st-key-sentence-of-the-place) { flex: none; height: min(38%, 16rem); }
.st-key-sentence-of-the-place { overflow: auto; height: 100%; }
/* A bar that comes and goes would change the width, and with it what fits, and with that the bar. */
.st-key-places { height: 100%; overflow: auto; scrollbar-gutter: stable; }
@media print, (max-width: 56rem) {
  .st-key-page:has(.st-key-words-and-places) {
    height: auto;
    > :has(> .st-key-words-and-places) { flex: none; height: auto; }
  }
  .st-key-words-and-places { height: auto !important; }
}
@media (max-width: 56rem) {
  .st-key-words-and-places {
    grid-template: 34rem auto / minmax(0, 1fr);
    > * { height: auto; }
  }
}
@media print {
  :is(.st-key-places, .st-key-sentence-of-the-place) { overflow: visible; height: auto; }
}
</style>"""


def beside(counts: Iterable[int]) -> str:
    """Return the style sheet that writes a count under the label of each filter, which stays what it is."""
    rules = "".join(
        f'.st-key-choose-show [role=radiogroup] > button:nth-of-type({place})::after {{ content: "{count:,}" / ""; }}'
        for place, count in enumerate(counts, start=1)
    )
    return f"<style>{rules}</style>"
