"""Streamlit's and Plotly's own words, said in another language by rules and by the configuration of charts."""

import re

import pytest

from cwsdiag.languages import speaking
from cwsdiag.ui.shell import style
from tests.app.spoken import MARKED, marked

_RULE = re.compile(r'(.+)::after \{ content: "((?:[^"\\]|\\.)*)"; font-size: \.875rem; \}')


def test_streamlits_words_are_replaced_where_they_stand(monkeypatch: pytest.MonkeyPatch) -> None:
    with marked(monkeypatch), speaking(MARKED):
        sheet = style.streamlits_words(200)
    said = dict(found.groups() for found in _RULE.finditer(sheet))
    assert said["[data-testid=stFileUploaderDropzone] button p"] == "⟦Upload⟧"
    assert said['body[data-points-at^="Search"] [role=tooltip] p'] == "⟦Search⟧"
    assert "⟦up to 200 MB a file⟧" in said.values()
    assert all(text.startswith("⟦") for text in said.values())
    # What stands there in English is gone, wherever something else is said.
    assert set(re.findall(r"(.+) \{ font-size: 0; \}", sheet)) == set(said)


def test_where_smaller_files_are_taken_their_size_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    with marked(monkeypatch), speaking(MARKED):
        everywhere, here = style.streamlits_words(200), style.size_of_uploads("here", 20)
    ((place, text),) = [found.groups() for found in _RULE.finditer(here)]
    assert text == "⟦up to 20 MB a file⟧"
    # The same place, told more closely: that rule holds.
    assert place == f".st-key-here {next(p for p, said in _RULE.findall(everywhere) if '200' in said)}"


def test_quotes_and_tags_of_a_text_end_no_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(style, "_STREAMLITS", (("p", 'say "so" \\ </style>'),))
    sheet = style.streamlits_words(1)
    assert r'content: "say \"so\" \\ \3c /style>";' in sheet
    assert sheet.count("</style>") == 1
