"""What holds across systems and datasets, as findings and frames."""
