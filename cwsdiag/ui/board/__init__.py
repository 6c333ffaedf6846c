"""The page Board: who segments best what nobody has seen?"""
