"""The corpora by size, as bakeoffs list them: training data and test text of every dataset."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import pandas as pd

from cwsdiag.languages import _, lazy, translated
from cwsdiag.study import corpus_sizes
from cwsdiag.ui.shell import navigation, tables, widgets
from cwsdiag.views.columns import CORPORA

if TYPE_CHECKING:
    from cwsdiag.ui.study.seen import StudyView

_TEXTS = {"train": lazy("training data"), "test": lazy("test text")}


def sizes(seen: StudyView) -> None:
    """Draw a row a text; a click leads to the files of its dataset."""
    rows = [
        {**asdict(size), "id": id, "text": translated(_TEXTS[size.text])}
        for id, one in zip(seen.ids, seen.study.diagnoses, strict=True)
        for size in corpus_sizes(one.dataset)
    ]
    frame = pd.DataFrame(rows)
    widgets.heading(_("How large they are"), _("training data and test texts; a click: their files"))
    tables.leading_table(
        frame,
        tables.columns(CORPORA, dataset=220),
        key="corpora sizes",
        lead=lambda row: navigation.lead_to("data", dataset=frame["id"][row]),
        alt=_("Sentences, characters, words and types of every text, with OOV rate and encoding"),
    )
