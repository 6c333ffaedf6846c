"""The page Two systems: where does the better one lose?"""
