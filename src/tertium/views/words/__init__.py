"""What is known about words: stems, synonyms, neighbours, paraphrases, frequencies."""
