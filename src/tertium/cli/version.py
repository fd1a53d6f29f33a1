"""``tertium --version``: the package and the native kernels it runs on."""

from __future__ import annotations

import platform

from tertium import __version__
from tertium.kernels.text import build_info


def version_line() -> str:
    return f"tertium {__version__} (kernels: {build_info()}; Python {platform.python_version()})"
