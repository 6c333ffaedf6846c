"""The page Lab: the leaderboard, who segments best what nobody has seen; and judging, what do people find best?"""
