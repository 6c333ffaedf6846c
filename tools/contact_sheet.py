"""Lay every exhibit of the sample out at every size, on one page that is looked at: nothing overlaps, nothing is cut.

    python -m tools.contact_sheet [--systems N] sheet.html [KIND ...]

Pages stand in light and dark, pictures as they are saved. With ``--systems`` there are one or many, the further ones
with long and Chinese names. Needs a Chromium with a Chinese font.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from cwsdiag import examples
from cwsdiag.charts import theme
from cwsdiag.charts.layout import inked
from cwsdiag.charts.theme import HALF, PAGE, SIZES
from cwsdiag.errors import CwsdiagError
from cwsdiag.exhibits.looks import ProjectLooks
from cwsdiag.exhibits.registry import KINDS, made
from cwsdiag.files import sample_project
from cwsdiag.project import read_project
from cwsdiag.report.files import draws, picture_of, svg_of
from cwsdiag.views.look import LookKey

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cwsdiag.exhibits.exhibit import Exhibit
    from cwsdiag.project import FileSet, Project
    from cwsdiag.views.look import Look

_NAMES = ("一个名字很长的分词系统", "bert-base-chinese + crf, fine-tuned (seed 2)", "词", "<b>&")
_HEAD = """<!doctype html><meta charset=utf-8><style>
body { font-family: sans-serif } .dark { background: #0e1117; color: #fff }
figure { display: inline-block; vertical-align: top; margin: 4px; padding: 4px; border: 1px solid #ccc }
</style>"""
_ANSWERS = {"attribute": "wLen", "bucket": "1", "sentence": "3", "study": examples.STUDY}


def systems(spec: FileSet, count: int) -> FileSet:
    """Return a dataset with so many systems: those it has, and these again under other names."""
    own, further = spec.systems, []
    for place in range(count - len(own)):
        name = f"{_NAMES[place % len(_NAMES)]} {place}"
        further.append(replace(own[place % len(own)], name=name, model=name))
    others = (file for file in spec.files if file.role != "system")
    return replace(spec, files=(*others, *(*own, *further)[:count]))


def asked(project: Project, kinds: list[str]) -> Iterator[tuple[str, Exhibit]]:
    """Yield exhibits of the first dataset, by their kinds.

    Raises:
        SettingError: a kind asks for what is not there.
    """
    look: Look = ProjectLooks(project, judgements=examples.judgements()).look(LookKey(""))
    names = [*look.best_first, *look.best_first][:2]
    answers = {**_ANSWERS, "system": names[0], "other": names[1]}
    for kind in kinds:
        known = KINDS[kind]
        wanted = [*known.needs, *(("other",) if "other" in known.takes and names[0] != names[1] else ())]
        if "other" not in wanted or names[0] != names[1]:
            yield kind, made(look, kind, {name: answers.get(name, look.name) for name in wanted})


def pictures(exhibit: Exhibit) -> Iterator[tuple[str, str, str]]:
    """Yield what a picture is, its ground, and its SVG: as pages show it, and as it is saved."""
    content = exhibit.content
    for ground in theme.INK:
        for name, size in {"page": PAGE, "half": HALF}.items():
            if content.chart is not None:
                spec = inked(content.chart(size), ground)
                yield f"{name}-{ground}", ground, svg_of({**spec, "layout": {**spec["layout"], "width": size.width}})
            elif content.svg is not None:
                yield f"{name}-{ground}", ground, content.svg(size.width, theme.FONT_SIZE, ground, None)
            elif (drawn := exhibit.sentence_svg(size.width, theme.FONT_SIZE, ground)) is not None:
                yield f"{name}-{ground}", ground, drawn
    for name, size in SIZES.items():
        if name != "page" and draws(exhibit):
            yield name, "light", picture_of(exhibit, size)


def main() -> None:
    """Write the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--systems", type=int, metavar="N")
    parser.add_argument("kinds", nargs="*", metavar="KIND", help="all by default")
    chosen = parser.parse_args()
    project = read_project(sample_project())
    if chosen.systems:
        project = replace(project, datasets=tuple(systems(one, chosen.systems) for one in project.datasets))
    parts = []
    for kind, exhibit in asked(project, chosen.kinds or list(KINDS)):
        try:
            parts.append(f"<h2>{kind}</h2><p>{escape(exhibit.content.sentence)}</p>")
            for name, ground, svg in pictures(exhibit):
                parts.append(
                    f'<figure class="{ground}" id="{kind}-{name}"><figcaption>{name}</figcaption>{svg}</figure>'
                )
        except CwsdiagError as error:
            # With one system there is nothing to rank.
            parts.append(f"<h2>{kind}</h2><p>{escape(str(error))}</p>")
        print(kind, flush=True)
    chosen.out.write_text(_HEAD + "".join(parts), "utf-8")


if __name__ == "__main__":
    main()
