"""Compare: where does the better one lose?"""

import streamlit as st

from cwsdiag.ui import board_gate, bucket_editor, compare, sentences, widgets
from cwsdiag.ui.comparison import comparison

view = widgets.view_with_systems("Compare")
if view is not None and view.b is None:
    widgets.empty(compare.ONE_SYSTEM.format(name=view.a))
elif view is not None:
    results, min_size = view.known, view.known.diagnosis.min_size
    found = comparison(results, view.a, view.b)
    if found.alike:
        widgets.lead(sentences.alike_sentence(found.overall, dataset=results.dataset.name))
    else:
        widgets.lead(
            sentences.compare_sentence(found.overall, found.finding, dataset=results.dataset.name),
            sentences.compare_remark(found.finding, min_size=min_size),
        )
    left, right = st.columns([0.85, 0.15], vertical_alignment="center")
    with left:
        if not found.alike:
            compare.legend(found, min_size=min_size)
    with right, widgets.controls("compare"):
        st.button(
            "Swap", icon=":material/swap_horiz:", help="Make A of B, and B of A.", on_click=compare.swap, args=(view,)
        )
    if not found.alike:
        compare.figures(found)
        with widgets.controls("buckets"):
            bucket_editor.editor(view)
        if view.withholds_gold:
            board_gate.part(view, what="Words that only one of the two gets right")
        else:
            compare.only_right(found)
        with widgets.controls("differences table"):
            compare.table(found)
        for remark in results.bucket_notes:
            widgets.note(remark)
    widgets.signature_line(results.diagnosis.signature)
