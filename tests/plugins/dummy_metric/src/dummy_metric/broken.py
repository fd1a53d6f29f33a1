"""A module that cannot be imported, as modules of other packages sometimes are."""

raise RuntimeError("its model is not here")
