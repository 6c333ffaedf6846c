"""Lab: leaderboard and judging."""

from cwsdiag.ui.lab.page import page

page()
