"""Where the parts of an SVG lie, by a reader of its own: what stands out of it is cut off on a slide or on paper."""

import re
import unicodedata
import xml.etree.ElementTree as ET
from collections.abc import Iterator

Box = tuple[float, float, float, float]
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def parsed(svg: str) -> ET.Element:
    """The drawing as valid XML that refers to nothing outside, with tags without their namespace."""
    for outside in ("href", "url(", "@import", "<style", "<script", "<!"):
        assert outside not in svg
    root = ET.fromstring(svg)
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]
        assert not any(name.startswith("on") for name in element.attrib)
    return root


def width(text: str, size: float) -> float:
    """About how wide a text is."""
    wide = [0.3 if char == " " else 1.0 if unicodedata.east_asian_width(char) in "WF" else 0.56 for char in text]
    return sum(wide) * size


def boxes(root: ET.Element) -> Iterator[tuple[ET.Element, Box]]:
    """Every part that is drawn, with its left, top, right and bottom."""
    yield from _inside(root, 0.0, 0.0)


def outside(root: ET.Element, *, slack: float = 2.0) -> list[tuple[str, str, Box]]:
    """The parts that stand out of the drawing."""
    _x, _y, wide, high = map(float, root.attrib["viewBox"].split())
    return [
        (element.tag, element.text or "", box)
        for element, box in boxes(root)
        if box[0] < -slack or box[1] < -slack or box[2] > wide + slack or box[3] > high + slack
    ]


def sizes(root: ET.Element) -> set[float]:
    """The sizes of all type."""
    return {float(element.attrib["font-size"]) for element in root.iter("text")}


def texts(root: ET.Element) -> list[str]:
    """All texts, in the order of the file."""
    return [element.text or "" for element in root.iter("text")]


def overlapping(root: ET.Element) -> list[tuple[str, str]]:
    """The pairs of texts that stand on each other, by the middle halves of their boxes."""
    found = []
    said = [(element.text or "", box) for element, box in boxes(root) if element.tag == "text"]
    for place, (one, a) in enumerate(said):
        for other, b in said[place + 1 :]:
            across = min(a[2], b[2]) - max(a[0], b[0])
            down = min(a[3], b[3]) - max(a[1], b[1])
            if across > 0.25 * min(a[2] - a[0], b[2] - b[0]) and down > 0.5 * min(a[3] - a[1], b[3] - b[1]):
                found.append((one, other))
    return found


def _inside(element: ET.Element, dx: float, dy: float) -> Iterator[tuple[ET.Element, Box]]:
    moved = re.fullmatch(r"translate\((\S+) (\S+)\)", element.get("transform", ""))
    turned = re.fullmatch(r"rotate\((\S+) (\S+) (\S+)\)", element.get("transform", ""))
    if moved:
        dx, dy = dx + float(moved[1]), dy + float(moved[2])
    box = _box(element)
    if box is not None:
        if turned:
            box = _turned(box, float(turned[1]), float(turned[2]), float(turned[3]))
        yield element, (box[0] + dx, box[1] + dy, box[2] + dx, box[3] + dy)
    for child in element:
        yield from _inside(child, dx, dy)


def _box(element: ET.Element) -> Box | None:
    number = {name: float(value) for name, value in element.attrib.items() if _NUMBER.fullmatch(value)}
    if element.tag == "rect":
        x, y = number["x"], number["y"]
        return x, y, x + number["width"], y + number["height"]
    if element.tag == "circle":
        r = number["r"]
        return number["cx"] - r, number["cy"] - r, number["cx"] + r, number["cy"] + r
    if element.tag == "text":
        size, said = number["font-size"], element.text or ""
        xs = [*map(float, element.attrib["x"].split())]
        wide = width(said, size)
        left = {"middle": xs[0] - wide / 2, "end": xs[0] - wide}.get(element.get("text-anchor", ""), xs[0])
        right = left + wide if len(xs) == 1 else xs[-1] + width(said[-1], size)
        return left, number["y"] - 0.8 * size, right, number["y"] + 0.15 * size
    return _path_box(element.attrib["d"]) if element.tag == "path" else None


def _path_box(d: str) -> Box | None:
    x = y = 0.0
    found = []
    for letter, rest in re.findall("([A-Za-z])([^A-Za-z]*)", d):
        values = [*map(float, _NUMBER.findall(rest))]
        if letter in "MLQ":
            found += [*zip(values[::2], values[1::2], strict=True)]
            x, y = values[-2:]
        elif letter in "Hh":
            x = values[0] + (x if letter == "h" else 0)
        elif letter in "Vv":
            y = values[0] + (y if letter == "v" else 0)
        elif letter == "l":
            x, y = x + values[0], y + values[1]
        else:
            assert letter in "Zz", letter
        found.append((x, y))
    xs, ys = [a for a, _ in found], [b for _, b in found]
    return (min(xs), min(ys), max(xs), max(ys)) if found else None


def _turned(box: Box, angle: float, x: float, y: float) -> Box:
    """The box of what is turned to the left by a right angle around a point."""
    assert angle == -90
    corners = [(x + (b - y), y - (a - x)) for a, b in ((box[0], box[1]), (box[2], box[3]))]
    xs, ys = [a for a, _ in corners], [b for _, b in corners]
    return min(xs), min(ys), max(xs), max(ys)
