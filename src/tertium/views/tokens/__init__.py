"""Texts as words and characters: tokenizers, case, normalisation, languages."""
