"""Where datasets come from: the project, uploads, the board; their files, how they are read, what is kept."""
