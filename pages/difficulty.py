"""Difficulty: which words are hard, and who gets the hard ones?"""

from cwsdiag.ui import difficulty, difficulty_door, difficulty_ranks, difficulty_sentence, widgets
from cwsdiag.ui.difficulty_results import hardness

view = widgets.view_with_systems("Difficulty")
if view is not None and view.known.dataset.difficulty is None:
    difficulty_door.without_difficulty(view)
elif view is not None:
    hard = hardness(view.known)
    widgets.lead(*difficulty.headline(view, hard))
    difficulty.remarks(hard)
    difficulty_sentence.part(view, hard)
    difficulty.words_part(view, hard)
    difficulty_ranks.part(view, hard)
    difficulty_ranks.differences(view, hard)
    difficulty.variants(view, hard)
    difficulty_ranks.halves(view, hard)
    difficulty_door.weights_control(view)
    difficulty.signature_line(view)
