"""What somebody does on the dashboard who looks for where a system fails: act after act, drawn from what can be done.

Three acts in ten lead to another page by its link; the others are done where one is: a system is chosen, a bucket, a
word, a sentence, an order; a filter is set, a text is looked for.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random
    from collections.abc import Awaitable, Callable

    from benchmarks.visitor import Visitor

    _Prepare = Callable[[Visitor, str, random.Random], Awaitable[None] | None]

_LEAVES = 0.3
# How much more seldom what stands over the page is operated than what the page itself has.
_SELDOM = 0.7
_SEEN_ROWS = 15
# Pages by how often somebody goes there.
_PAGES = {
    **{"summary": 2, "diagnosis": 12, "sentences": 3, "talk": 1},
    **{"scores": 1, "difficulty": 1, "datasets": 2, "lab": 1},
}
# What can be operated, by what the act is called.
_BESIDE = {"choose system": "system", "choose other": "two systems"}
_CHOICES = {**_BESIDE, "choose show": "filter", "choose sort": "order"}
_SEGMENTS = {"choose part": "view", "choose list": "filter", "choose order": "order"}
_CHARTS = {"panels": "bucket", "panel": "bucket", "kinds": "filter"}
_TABLES = {"slices": "bucket", "words": "word", "buckets": "bucket"}
_BUTTONS = {"next": "sentence", "previous": "sentence", "swap": "two systems"}
_FIELDS = {"choose text": "text"}
_TEXTS = ("", "中", "的", "人", "上")


async def act(visitor: Visitor, drawn: random.Random) -> str:
    """Do one thing that can be done on the page, or leave it; return what kind of act it was."""
    here = [] if drawn.random() < _LEAVES else sorted(visitor.widgets.keys() & _ACTS.keys())
    for key in sorted(here, key=lambda key: drawn.random() * (_SELDOM if key in _BESIDE else 1), reverse=True):
        kind, element, prepare = _ACTS[key]
        done = prepare(visitor, key, drawn) if visitor.widgets[key].WhichOneof("type") == element else None
        if done is not None:
            await done
            return kind
    pages = [page for page in _PAGES if page in visitor.pages and page != visitor.page]
    (page,) = drawn.choices(pages, [_PAGES[page] for page in pages])
    await visitor.follow(page)
    return "page"


def _choice(visitor: Visitor, key: str, drawn: random.Random) -> Awaitable[None] | None:
    box = visitor.widgets[key].selectbox
    others = [option for option in box.options if option != box.raw_value]
    return visitor.choose(key, drawn.choice(others)) if others and not box.disabled else None


def _segment(visitor: Visitor, key: str, drawn: random.Random) -> Awaitable[None] | None:
    options = [option.content for option in visitor.widgets[key].button_group.options]
    return visitor.choose(key, [drawn.choice(options)]) if len(options) > 1 else None


def _mark(visitor: Visitor, key: str, drawn: random.Random) -> Awaitable[None] | None:
    said = visitor.mark(key, drawn)
    return None if said is None else visitor.choose(key, said)


def _row(visitor: Visitor, key: str, drawn: random.Random) -> Awaitable[None] | None:
    rows = visitor.rows(key)
    if not rows:
        return None
    # Nobody looks further down than what stands on the screen.
    picked = {"rows": [], "columns": [], "cells": [[drawn.randrange(min(rows, _SEEN_ROWS)), "word"]]}
    return visitor.choose(key, json.dumps({"selection": picked}))


def _press(visitor: Visitor, key: str, drawn: random.Random) -> Awaitable[None] | None:
    return None if visitor.widgets[key].button.disabled else visitor.press(key)


def _text(visitor: Visitor, key: str, drawn: random.Random) -> Awaitable[None] | None:
    return visitor.choose(key, drawn.choice(_TEXTS))


def _all() -> dict[str, tuple[str, str, _Prepare]]:
    """Return what kind of act it is to operate something, what element it is, and what prepares the act."""
    ways: list[tuple[dict[str, str], str, _Prepare]] = [
        (_CHOICES, "selectbox", _choice),
        (_SEGMENTS, "button_group", _segment),
        (_CHARTS, "plotly_chart", _mark),
        (_TABLES, "dataframe", _row),
        (_BUTTONS, "button", _press),
        (_FIELDS, "text_input", _text),
    ]
    return {key: (kind, element, prepare) for keys, element, prepare in ways for key, kind in keys.items()}


_ACTS = _all()
