"""Tables in every format: text, terminal, Markdown, LaTeX, TSV, JSON."""
