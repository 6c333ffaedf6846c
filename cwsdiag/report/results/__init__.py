"""``results.json``: all numbers of a project in one document, whose keys ``docs/results.md`` explains."""

from cwsdiag.report.results.building import SCHEMA, project_results, results_json

__all__ = ["SCHEMA", "project_results", "results_json"]
