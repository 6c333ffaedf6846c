"""Scripts that make and check the project; none of them is shipped in the package."""
