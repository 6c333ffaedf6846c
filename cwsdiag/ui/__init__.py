"""The dashboard: with `pages/` and `app.py` the only place that imports Streamlit."""
