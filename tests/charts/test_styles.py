"""How systems are drawn: always in their own colour, and by form as A, as B, or as neither."""

from hypothesis import given
from hypothesis import strategies as st

from cwsdiag.charts import theme
from cwsdiag.charts.theme import styles

EVERY = [f"system {number}" for number in range(24)]
COLOURS = theme.system_colours([*EVERY, "BASE", "TOP"], baselines=("BASE", "TOP"))
ROLES = st.lists(st.sampled_from([*COLOURS]), max_size=2, unique=True).map(
    lambda names: dict(zip("ab", names, strict=False))
)


@given(ROLES, ROLES)
def test_role_changes_form_and_nothing_else(roles: dict[str, str], others: dict[str, str]) -> None:
    one, other = styles(COLOURS, roles), styles(COLOURS, others)
    assert {name: style.colour for name, style in one.items()} == COLOURS
    untouched = {*COLOURS} - {*roles.values(), *others.values()}
    assert all(one[name] == other[name] for name in untouched)


@given(ROLES.filter(lambda roles: len(roles) == 2))
def test_a_and_b_differ_by_line_mark_and_letter_whatever_their_colours(roles: dict[str, str]) -> None:
    drawn = styles(COLOURS, roles)
    a, b = drawn[roles["a"]], drawn[roles["b"]]
    assert (a.symbol, a.dash, a.letter) == ("circle", "solid", " <b>A</b>")
    assert (b.symbol, b.dash, b.letter) == ("square", "dash", " <b>B</b>")
    others = [style for name, style in drawn.items() if name not in roles.values()]
    assert not any(style.letter for style in others)
    assert all(style.size < a.size == b.size for style in others)
    assert all(style.width < a.width == b.width for style in others)
    assert not {"square", "dash"} & {form for style in others for form in (style.symbol, style.dash)}
