"""Pictures of results: one function a kind of result, frames and plain values in, a Plotly figure out."""
