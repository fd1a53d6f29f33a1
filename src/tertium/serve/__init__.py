"""``tertium serve``: a page on this machine over the same tasks. Everything here needs the extra ``serve``."""
