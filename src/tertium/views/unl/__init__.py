"""UNL graphs: from documents, or made of parses by rules."""
