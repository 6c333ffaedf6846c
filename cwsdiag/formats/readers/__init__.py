"""One module a file format; ``cwsdiag.formats.stream`` lists what they give."""
