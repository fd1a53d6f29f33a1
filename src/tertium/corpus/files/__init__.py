"""Files: the one place that opens them, decompression, limits, encodings, data inside the package."""
