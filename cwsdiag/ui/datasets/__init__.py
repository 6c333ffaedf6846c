"""A page: see ``page``."""
