"""What is kept for everybody says its texts in the language of who reads it, and counts nothing anew for that."""

import pytest

from cwsdiag.errors import CwsdiagError
from cwsdiag.exhibits.against import against, differences, line_text
from cwsdiag.exhibits.overview import lead_remark, lead_sentence
from cwsdiag.frames import bucket_name
from cwsdiag.languages import lazy, speaking, translated
from cwsdiag.views import buckets, standings
from cwsdiag.views.buckets import left_aside
from cwsdiag.views.columns import SCORES
from cwsdiag.views.findings import no_worst_sentence, worst_remark, worst_sentence
from cwsdiag.views.pairs import (
    alike_sentence,
    beside_best,
    between,
    bucket_table,
    compare_remark,
    compare_sentence,
    judged_cell,
    kind_table,
    verdict_text,
)
from cwsdiag.views.wording import UNDEFINED, least_text, listed, model_label, on_page, points, template_names
from tests.app.spoken import MARKED, marked, outside
from tests.views.worlds import SEEDS, usual_case


def test_what_is_kept_is_told_to_each_in_their_language(monkeypatch):
    look = usual_case(0, difficulty=True).look()
    name, other = look.best_first[:2]
    alone, beside = look.panels(name), look.pair(name, other, tested=False).panels
    with marked(monkeypatch), speaking(MARKED):
        assert look.panels(name) is alone and look.pair(name, other, tested=False).panels is beside, "counted once"
        assert {translated(panel.unit) for panel in beside} == {"⟦words⟧", "⟦characters⟧"}
        assert {row["mark"] for row in bucket_table(beside)} <= {"", "⟦too few⟧", "⟦▼ lowest⟧", "⟦▲ highest⟧"}
        assert {row["mark"] for row in buckets.bucket_table(alone)} <= {"", "⟦too few⟧", "⟦◆ worst⟧"}
    assert all("⟦" not in panel.unit + panel.title + panel.meaning for panel in [*alone, *beside])


@pytest.mark.parametrize("seed", SEEDS[::3])
def test_nothing_is_said_outside_the_catalogue(monkeypatch, seed):
    look = usual_case(seed, difficulty=True).look()
    with marked(monkeypatch), speaking(MARKED):
        assert not [text for text in said(look) if outside(text).strip()]


def said(look):
    names = look.best_first
    yield left_aside(look.diagnosis)
    yield from buckets.bucket_notes(look.diagnosis)
    found = look.verdicts()
    verdict = between(found, look.lead.best, look.lead.next)
    yield lead_sentence(look.lead)
    yield lead_sentence(look.lead, verdict)
    yield lead_remark(look.lead, verdict, dataset="x", words=3)
    cells = [judged_cell(one.scores["f1"]) for one in found] + beside_best(look.ranking, found)["verdict"].tolist()
    # The others are p-values.
    yield from (cell for cell in cells if cell != UNDEFINED and not cell[0].isdigit())
    for name in names:
        worst = look.worst(name)
        if worst is None:
            yield no_worst_sentence(look, name)
        else:
            yield worst_sentence(worst, system=name)
            yield worst_remark(worst, least=least_text(look.diagnosis))
    for name, other in zip(names, names[1:], strict=False):
        found = look.pair(name, other)
        yield compare_sentence(found, dataset="x")
        yield compare_remark(found)
        yield from (row["label"] for row in kind_table(found))
        content = against(look, name)
        yield content.sentence
        yield content.remark
        yield from (line_text(line) for line in differences(look, name).lines)
        yield alike_sentence(found, dataset="x")
    ranked = standings.ranked(look)
    pairs = standings.pairs(look, ranked, look.bakeoff_verdicts())
    leaders = standings.leaders(ranked, pairs)
    yield standings.bakeoff_sentence(leaders, dataset="x")
    for leader in leaders:
        yield standings.bakeoff_verdict(leader)
        yield standings.bakeoff_verdict(leader, tested=False)
    yield from map(verdict_text, filter(None, pairs.get("verdict", ())))


def test_words_of_lists_and_numbers_are_in_the_catalogue(monkeypatch):
    with marked(monkeypatch), speaking(MARKED):
        assert listed(["a", "b", "c"]) == "⟦a⟦, ⟧b and c⟧"
        assert points(0.01) == "⟦1.0 point⟧"
        assert bucket_name("M (0.1, 0.5]") == "M ⟦0.1 to 0.5⟧"
        assert bucket_name("(a, b)") == "(a, b)"
        assert bucket_name("all") == "⟦all⟧"
        assert template_names(["F1", "F3"]) == "⟦templates ⟦1 and 3⟧⟧"
        assert model_label("perceptron F2") == "⟦⟦perceptron⟧, template 2⟧"
        assert model_label("jieba") == "jieba"
        assert translated(SCORES["precision"].label) == "⟦precision⟧"
    assert translated(SCORES["precision"].label) == "precision"


def test_errors_are_said_with_their_remedy(monkeypatch):
    error = CwsdiagError(lazy("too large; "), remedy="limit")
    plain = CwsdiagError("too large; ", remedy="limit")
    remedy = "ask whoever runs this dashboard to raise the limit."
    assert on_page(error) == on_page(plain) == "too large; " + remedy
    with marked(monkeypatch), speaking(MARKED):
        assert on_page(error) == f"⟦too large; ⟧⟦{remedy}⟧"
        assert on_page(plain) == f"too large; ⟦{remedy}⟧"
