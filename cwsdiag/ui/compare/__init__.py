"""The page Compare: where does the better one lose?"""
