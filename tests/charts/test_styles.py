"""How systems are drawn: always in their own colour, and by form as A, as B, or as neither."""

from hypothesis import given
from hypothesis import strategies as st

from cwsdiag.charts import theme
from cwsdiag.charts.theme import styles

EVERY = [f"system {number}" for number in range(24)]
COLOURS = theme.system_colours([*EVERY, "BASE", "TOP"], baselines=("BASE", "TOP"))
FORMS = {"a": ("circle", "solid", " <b>A</b>"), "b": ("square", "dash", " <b>B</b>")}


@given(st.lists(st.sampled_from([*COLOURS]), max_size=2, unique=True))
def test_a_and_b_differ_by_form_and_all_keep_their_colours(names):
    roles = dict(zip("ab", names, strict=False))
    drawn, plain = styles(COLOURS, roles), styles(COLOURS)
    assert {name: style.colour for name, style in drawn.items()} == COLOURS
    others = [drawn[name] for name in COLOURS if name not in names]
    assert others == [plain[name] for name in COLOURS if name not in names]
    for role, name in roles.items():
        own = drawn[name]
        assert (own.symbol, own.dash, own.letter) == FORMS[role]
        assert all(style.size < own.size and style.width < own.width for style in others)
    assert not any(style.letter or style.symbol == "square" or style.dash == "dash" for style in others)
