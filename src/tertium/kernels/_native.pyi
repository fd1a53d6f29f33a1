# The native module is typed where it is used: in the doors of tertium.kernels.
from typing import Any

def __getattr__(name: str) -> Any: ...
