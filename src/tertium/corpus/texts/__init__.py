"""Texts as corpora: files or lists in step, cut into chunks; n-best lists, labels, single files."""
