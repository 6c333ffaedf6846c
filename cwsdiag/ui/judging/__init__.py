"""The page Judge: what do people find best?"""
