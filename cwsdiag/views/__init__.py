"""Results as rows, frames, findings and sentences: what pages, reports and the command line say alike."""
