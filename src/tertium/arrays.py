"""Names of the array types that pass between rooms."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Int32s = npt.NDArray[np.int32]
UInt32s = npt.NDArray[np.uint32]
Int64s = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
SmallFloats = npt.NDArray[np.float32]
Bools = npt.NDArray[np.bool_]
UInt8s = npt.NDArray[np.uint8]
