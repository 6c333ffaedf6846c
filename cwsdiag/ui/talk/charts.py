"""Charts of Plotly on a slide: how much larger than on a page all of one has to be drawn for its type to be read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from cwsdiag.charts import theme

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cwsdiag.charts.traces import Part

_PER_CENT = re.compile(r"font-size:\s*(\d+)%")


def smallest_type(spec: Part) -> float:
    """Return the size of the smallest type in a chart, in pixels of a page.

    Args:
        spec: traces and layout, as plain values.
    """
    usual = float((spec["layout"].get("font") or {}).get("size") or theme.FONT_SIZE)
    return min([usual, *_sizes(spec["layout"], usual), *_sizes(spec["data"], usual)])


def _sizes(value: Any, usual: float) -> Iterator[float]:
    """Yield the sizes of type that parts of a chart name, but for what is shown under the pointer only."""
    if isinstance(value, dict):
        for key, part in value.items():
            if key == "hoverlabel":
                continue
            if key.endswith("font") and isinstance(part, dict) and isinstance(part.get("size"), (int, float)):
                yield float(part["size"])
            yield from _sizes(part, usual)
    elif isinstance(value, (list, tuple)):
        for part in value:
            yield from _sizes(part, usual)
    elif isinstance(value, str):
        yield from (usual * int(found) / 100 for found in _PER_CENT.findall(value))
