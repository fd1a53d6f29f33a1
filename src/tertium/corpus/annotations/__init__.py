"""What belongs to a text beside its words: alignments, parses, graphs, UNL documents."""
