"""Judge: what do people find best?"""

from cwsdiag.ui import judging, judging_desk, judging_door, judging_results, widgets

widgets.page_head("Judge")
seen = judging.look()
if seen is not None and seen.is_judging:
    judging_desk.page(seen)
elif seen is not None and seen.shows_results:
    judging_results.page(seen)
elif seen is not None:
    judging_door.page(seen)
