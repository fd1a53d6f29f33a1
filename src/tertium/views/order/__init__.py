"""Which words correspond, and in which order: links, aligners, edits, matches."""
