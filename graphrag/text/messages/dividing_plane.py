"""The plane that best divides two groups of vectors: ridge regression (Hoerl and Kennard 1970).

The nearest examples of a message say whether somebody asked nearly the same. What all examples of a
group have in common says more of a message that is near to none.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np

STIFFNESS = 0.0005
"""Regularisation, as a share of the variance of all vectors: each example message, left out, is
told best with this."""


@dataclass(frozen=True, slots=True)
class DividingPlane:
    """A plane with a group of vectors on each side.

    Attributes:
        normal: What is at right angles to it, shape (dimension,).
        offset: Where along the normal it stands.
    """

    normal: np.ndarray
    offset: float

    @classmethod
    def between(cls, first: np.ndarray, second: np.ndarray) -> DividingPlane:
        """Return the plane between two groups.

        Args:
            first: Shape (count, dimension); these are at about 1.
            second: Shape (another count, dimension); these are at about -1.
        """
        import numpy as np

        vectors = np.concatenate([first, second])
        sides = np.ones(len(vectors), vectors.dtype)
        sides[len(first) :] = -1
        mean = vectors.mean(axis=0)
        centred = vectors - mean
        spread = centred.T @ centred
        # Vectors that are all alike have no spread at all.
        stiff = STIFFNESS * spread.trace() + np.finfo(spread.dtype).tiny
        spread[np.diag_indices_from(spread)] += stiff
        normal = np.linalg.solve(spread, centred.T @ sides)
        return cls(normal, float(normal @ mean))

    def side(self, vector: np.ndarray) -> float:
        """Return on which side a vector is: about 1 with the first group, -1 with the second.

        Args:
            vector: Shape (dimension,).
        """
        return float(self.normal @ vector) - self.offset
