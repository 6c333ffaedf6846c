"""One colour a system over all datasets of a project, whatever a session makes of them."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from cwsdiag.baselines import LINES
from cwsdiag.charts import theme
from cwsdiag.project import File, FileSet
from cwsdiag.ui.data.catalogue import DatasetEntry, colours_of_models, colours_of_names
from tests.packed import edited

MODELS = [f"model {number}" for number in range(14)]
PROJECTS = st.lists(st.lists(st.sampled_from(MODELS), unique=True, max_size=14), min_size=1, max_size=3)


def entry(place, models, edits=None, origin="project"):
    files = (replace(File.uploaded("system", f"{name}.txt", b"", name=name), model=name) for name in models)
    return DatasetEntry(
        str(place), str(place), origin, edited(FileSet(name=str(place), files=tuple(files)), edits or {})
    )


@given(PROJECTS, st.data())
def test_colours_do_not_depend_on_what_is_looked_at_hidden_or_renamed(project, data):
    as_written = [entry(place, models) for place, models in enumerate(project)]
    expected = colours_of_models(as_written)
    order = list(dict.fromkeys(name for models in project for name in models))
    assert [expected[name] for name in order] == [theme.PALETTE[place % 10] for place in range(len(order))]
    seen = []
    for place, models in enumerate(project):
        touched = data.draw(st.sets(st.sampled_from(models))) if models else set()
        edits = {name: {"name": f"{name}, mine", "hidden": data.draw(st.booleans())} for name in touched}
        seen.append(entry(place, models, edits))
    for here in seen:
        found = colours_of_names(seen, here)
        for file in here.files.systems:
            assert found[file.name] == expected[file.model]
        assert {found[line] for line in LINES} == {theme.BASELINE}
        assert list(found)[-3:] == [*LINES]
