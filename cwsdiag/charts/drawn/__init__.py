"""Drawings of our own, as SVG: what a talk, a report and a paper show where no browser draws for them."""
