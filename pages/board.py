"""Leaderboard: who segments best what nobody has seen?"""

from cwsdiag.ui.board.page import page

page()
