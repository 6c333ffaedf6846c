"""One colour a system over all datasets of a project, whatever a session makes of them."""

from dataclasses import replace

from cwsdiag.baselines import LINES
from cwsdiag.charts import theme
from cwsdiag.project import File, FileSet
from cwsdiag.ui.data.catalogue import Catalogue, DatasetEntry, colours_of_models
from tests.packed import edited


def entry(name, models, edits):
    files = (replace(File.uploaded("system", f"{one}.txt", b"", name=one), model=one) for one in models)
    return DatasetEntry(name, name, "project", edited(FileSet(name=name, files=tuple(files)), edits))


def test_colours_do_not_depend_on_what_is_looked_at_hidden_or_renamed():
    # More models than there are colours, named by one dataset and in another order by the next.
    models = [f"model {number}" for number in range(12)]
    hidden, renamed = {"model 0": {"hidden": True}}, {"model 1": {"name": "model 2, mine"}}
    entries = [entry("first", models[:8], hidden), entry("second", models[:3:-1], {}), entry("third", models, renamed)]
    expected = {model: theme.PALETTE[place % 10] for place, model in enumerate([*models[:8], *models[:7:-1]])}
    assert {model: colours_of_models(entries)[model] for model in models} == expected
    every = Catalogue({entry.id: entry for entry in entries}, ())
    for here in entries:
        found = every.colours(here)
        assert {file.model: found[file.name] for file in here.files.systems}.items() <= expected.items()
        assert {found[line] for line in LINES} == {theme.BASELINE}
        assert list(found)[-3:] == [*LINES]
