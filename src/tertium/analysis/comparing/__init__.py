"""Systems compared: score rows, resampling, tests, slices, gates."""
