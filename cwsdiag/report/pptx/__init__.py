"""``report.pptx``: a slide a finding, its charts native where PowerPoint has them."""
