"""Colours and what all figures have in common."""

import tomllib
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from cwsdiag.charts import matrices, theme

CONFIG = Path(__file__).parents[2] / ".streamlit" / "config.toml"
GROUNDS = {"light": "#FFFFFF", "dark": "#12181F"}
# How those see who lack a kind of cones, on linear RGB [Machado, Oliveira and Fernandes 2009, severity 1].
EYES = {
    "most": np.eye(3),
    "protan": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deutan": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritan": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}
XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
)


def rgb(colour):
    return np.array([int(colour[place : place + 2], 16) for place in (1, 3, 5)]) / 255


def linear(parts):
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def lab(colour, eyes):
    relative = XYZ @ np.clip(np.array(eyes) @ linear(rgb(colour)), 0, 1) / (0.95047, 1, 1.08883)
    x, y, z = np.where(relative > 0.008856, np.cbrt(relative), 7.787 * relative + 16 / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def distance(first, second, eyes):
    return float(np.linalg.norm(lab(first, eyes) - lab(second, eyes)))


def contrast(first, second):
    """Of WCAG 2."""
    low, high = sorted(float(XYZ[1] @ linear(one)) for one in (first, second))
    return (high + 0.05) / (low + 0.05)


def test_palette_is_that_of_the_pages():
    settings = tomllib.loads(CONFIG.read_text("utf-8"))["theme"]
    for ground in ("light", "dark"):
        assert settings[ground]["chartCategoricalColors"] == list(theme.PALETTE)
        assert settings[ground]["textColor"] == theme.INK[ground]
        assert settings[ground]["backgroundColor"] == GROUNDS[ground]
    assert settings["font"] == theme.FONT


def test_colours_come_from_the_order_of_all_systems_alone():
    names = [f"system {number}" for number in range(12)]
    own = {name: theme.PALETTE[place % 10] for place, name in enumerate(names)}
    lines = ("BASE", "TOP")
    colours = theme.system_colours([names[0], "BASE", *names[1:], "TOP"], baselines=lines)
    assert list(colours.items()) == [*own.items(), ("BASE", theme.BASELINE), ("TOP", theme.BASELINE)]
    # One that is named a second time, by another dataset of the project, moves nothing; more come behind.
    more = theme.system_colours([*names, names[3], "of another dataset"], baselines=lines)
    assert list(more) == [*names, "of another dataset"] and own.items() <= more.items()


def test_ten_colours_are_told_apart_by_all_eyes():
    """Brute force over all pairs and four kinds of eyes, as CIELAB distances; 2.3 is the least that can be seen."""
    assert len(theme.PALETTE) == len({*theme.PALETTE, theme.GOLD, theme.BASELINE, theme.WORST}) - 3
    for first, second in combinations(theme.PALETTE, 2):
        assert min(distance(first, second, eyes) for eyes in EYES.values()) >= 16, (first, second)
    for colour in theme.PALETTE:
        assert distance(colour, theme.GOLD, EYES["most"]) >= 25, "gold alone is grey"
        assert distance(colour, theme.WORST, EYES["most"]) >= 30, "no system looks like a finding"


@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("colour", theme.PALETTE)
def test_marks_are_seen_and_texts_read_on_cells_of_every_colour(colour, ground):
    assert contrast(rgb(colour), rgb(GROUNDS[ground])) >= 2.2
    for part in (colour, theme.LABEL):
        # A cell has so much of the colour where the difference, or the count, is the largest.
        share = 0.06 + 0.94 * matrices.DEEPEST
        ground_of = share * rgb(part) + (1 - share) * rgb(GROUNDS[ground])
        assert contrast(ground_of, rgb(theme.INK[ground])) >= 4


def test_texts_are_shown_as_they_are():
    assert theme.plain('<a href="x">&amp;</a>') == '&lt;a href="x"&gt;&amp;amp;&lt;/a&gt;'
