"""Why single segments score as they do, and how whole systems order words."""
