"""One module a file format; ``cwsdiag.formats.registry`` lists what they give."""
