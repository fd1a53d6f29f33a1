"""A module that cannot be imported, as strangers' modules sometimes are."""

raise RuntimeError("its model is not here")
