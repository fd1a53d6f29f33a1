"""Lexicons in files: WordNet's database, a user's thesaurus."""
