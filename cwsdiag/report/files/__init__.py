"""What leaves a page as a file: pictures of charts and of our own drawings, and tables of numbers."""
