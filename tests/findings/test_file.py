"""The file of findings: what is written is read again, whatever it holds; what cannot be read is said in a line."""

import math
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cwsdiag.errors import FormatError
from cwsdiag.exhibits.registry import KINDS
from cwsdiag.findings import SHOWS, Finding, read_findings, shown, to_text
from cwsdiag.views.look import LookKey

TEXTS = st.text(st.characters(codec="utf-8"), max_size=20)
NUMBERS = st.floats(allow_infinity=False)


@st.composite
def findings(draw):
    kind = draw(st.sampled_from(sorted(KINDS)))
    more = st.sets(st.sampled_from(KINDS[kind].takes)) if KINDS[kind].takes else st.just(set())
    options = [*KINDS[kind].needs, *sorted(draw(more))]
    return Finding(
        id=draw(st.uuids()).hex,
        title=draw(TEXTS.filter(bool)),
        kind=kind,
        where=LookKey(*(draw(TEXTS) for _ in range(3)), baselines=draw(st.booleans())),
        options={key: draw(TEXTS.filter(bool)) for key in options},
        note=draw(TEXTS),
        show=draw(st.sampled_from(SHOWS)),
        address=draw(st.dictionaries(TEXTS, TEXTS, max_size=2)),
        headline=draw(TEXTS),
        numbers=draw(st.dictionaries(TEXTS, NUMBERS, max_size=2)),
        digests=draw(st.dictionaries(TEXTS, TEXTS, max_size=2)),
        signature=draw(TEXTS),
    )


def plain(finding):
    fields = {name: getattr(finding, name) for name in finding.__dataclass_fields__}
    fields["numbers"] = {name: repr(value) for name, value in finding.numbers.items()}
    return {**fields, "options": dict(sorted(finding.options.items()))}


@given(st.lists(findings(), max_size=3))
def test_what_is_written_is_read_again(kept):
    text = to_text(kept)
    tomllib.loads(text)
    assert [plain(one) for one in read_findings(text)] == [plain(one) for one in kept]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[finding]\n", "not valid TOML"),
        ("finding = 3\n", "must hold"),
        ("[[other]]\n", "must hold"),
        ('[[finding]]\nkind = "nothing"\n', "finding 1: kind must be one of"),
        ('[[finding]]\nkind = "compare"\nsystem = "a"\n', "finding 1: other is missing"),
        ('[[finding]]\nkind = "scores"\ncolour = "red"\n', "unknown key 'colour'"),
        ('[[finding]]\nkind = "scores"\ntitle = 3\n', "title must be a text"),
        ('[[finding]]\nkind = "scores"\nshow = "film"\n', "show must be one of"),
        ('[[finding]]\nkind = "scores"\nbaselines = 1\n', "baselines must be"),
        ('[[finding]]\nkind = "scores"\nnumbers = { f1 = "much" }\n', "table of numbers"),
        ('[[finding]]\nkind = "scores"\ndigests = [1]\n', "digests must be a table"),
        (f'[[finding]]\nkind = "scores"\nnote = "{"x" * 20_001}"\n', "longer than"),
        ('[[finding]]\nkind = "scores"\n' * 201, "more than 200"),
        ("a = " + "[" * 5000, "nested"),
    ],
)
def test_what_cannot_be_read_is_said(text, said):
    with pytest.raises(FormatError) as caught:
        read_findings(text, called="talk.toml")
    assert str(caught.value).startswith("talk.toml: ")
    assert said in str(caught.value)


def test_a_finding_of_a_retired_kind_stays_and_says_what_to_do_instead(looks):
    """The file opens and is written as it was; the finding itself is not shown."""
    text = '[[finding]]\nkind = "versions"\ntitle = "won"\nsystem = "crf"\nversion = "1.10"\n'
    [kept] = read_findings(text)
    assert (kept.title, kept.options["version"], kept.page) == ("won", "1.10", "")
    assert read_findings(to_text([kept]))[0].options == kept.options
    [one] = shown([kept], looks)
    assert "versions is no figure any more. Two versions are two systems" in str(one.problem)


def test_two_of_one_id_are_told_apart():
    """Two hands that copied a finding, and one who wrote none, get three."""
    text = '[[finding]]\nkind = "scores"\nid = "x"\n' * 2 + '[[finding]]\nkind = "scores"\n'
    assert len({one.id for one in read_findings(text)}) == 3


def test_undefined_numbers_stay_undefined():
    [found] = read_findings('[[finding]]\nkind = "scores"\nnumbers = { p = nan, f1 = 1 }\n')
    assert math.isnan(found.numbers["p"])
    assert found.numbers["f1"] == 1.0
