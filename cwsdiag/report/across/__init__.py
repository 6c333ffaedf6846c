"""Results over several datasets: as rows and documents, as text, CSV, and tables as papers print them."""
