"""The pages Bakeoff and Separators: scores of words, and scores of the separators between them."""
