"""The page Words: what are these words?"""
