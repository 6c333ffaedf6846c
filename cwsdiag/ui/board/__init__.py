"""The page Leaderboard: who segments best what nobody has seen?"""
