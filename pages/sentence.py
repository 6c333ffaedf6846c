"""Sentence: what happened here?"""

from cwsdiag.ui import board_gate, sentence_page, widgets

view = widgets.view_with_systems("Sentence")
if view is not None and view.withholds_gold:
    board_gate.page(view, what="Sentences")
elif view is not None:
    walk = sentence_page.walk(view)
    sentence_page.controls(view, walk)
    if walk.chosen is None:
        sentence_page.nothing_found(walk)
    else:
        words = sentence_page.sentence_words(view, walk.chosen)
        widgets.lead(*sentence_page.headline(view, walk, walk.chosen))
        sentence_page.show(view, walk, words)
        sentence_page.further(view, words)
    widgets.signature_line(view.known.diagnosis.signature)
