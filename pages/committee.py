"""Committee: how hard is each word, are there members enough to say so, and how does a segmenter learn?"""

from cwsdiag.ui import committee, committee_curve, committee_results

bench = committee.bench("Committee")
if bench is not None:
    committee_results.lead(bench)
    committee.controls(bench)
    committee.state_of(bench)
    committee_results.results(bench)
    committee_curve.part(bench)
    committee_results.signature_line(bench)
