"""Why single segments score as they do."""
