"""Figures of the page Difficulty."""
