"""The page Overview: who is best, by how much, is it real?"""
