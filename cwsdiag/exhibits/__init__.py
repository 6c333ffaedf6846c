"""What can be shown, kept, saved and printed: exhibits, each with its chart, its numbers and its sentence.

Pages, the talk, reports, the command line and ``Diagnosis.figure`` all take it from here, so what one of them says is
what the others say. An exhibit is a function in one of the modules that ``registry`` imports. Nothing is imported here:
commands that print a table wait for no other exhibit.
"""
