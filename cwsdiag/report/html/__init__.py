"""``report.html``: all findings in one file that needs nothing else."""
