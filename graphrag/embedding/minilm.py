"""The forward pass of all-MiniLM-L6-v2 in plain numpy.

Six BERT layers (Devlin et al. 2019, https://arxiv.org/abs/1810.04805) with the weights of
sentence-transformers/all-MiniLM-L6-v2, mean pooling over the attended tokens, and vectors of unit
length, as the original pipeline does. Inference only, float32 only.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

HEADS = 12
LAYERS = 6
LAYER_NORM_EPSILON = 1e-12
MASKED = np.float32(-1e9)

Array = npt.NDArray[np.floating[Any]]


@dataclass(frozen=True, slots=True)
class LayerWeights:
    """The weights of one encoder layer, transposed so that rows are inputs.

    Attributes:
        qkv: Query, key and value projections side by side, shape (dim, 3 * dim), and its bias.
        attention_out: Projection of the attended values, shape (dim, dim), and its bias.
        attention_norm: Scale and shift of the norm after attention.
        up: First dense layer of the feed-forward part, shape (dim, inner), and its bias.
        down: Second dense layer of the feed-forward part, shape (inner, dim), and its bias.
        output_norm: Scale and shift of the norm after the feed-forward part.
    """

    qkv: tuple[Array, Array]
    attention_out: tuple[Array, Array]
    attention_norm: tuple[Array, Array]
    up: tuple[Array, Array]
    down: tuple[Array, Array]
    output_norm: tuple[Array, Array]


class MiniLM:
    """The encoder: turns token ids into sentence vectors.

    Args:
        weights: Path of the model's `model.safetensors`.
    """

    def __init__(self, weights: Path) -> None:
        from safetensors.numpy import load_file

        tensors = load_file(str(weights))
        self._words = tensors["embeddings.word_embeddings.weight"]
        self._positions = (
            tensors["embeddings.position_embeddings.weight"]
            + tensors["embeddings.token_type_embeddings.weight"][0]
        )
        self._embedding_norm = _norm_weights(tensors, "embeddings.LayerNorm")
        self._layers = [_layer_weights(tensors, index) for index in range(LAYERS)]

    def encode(self, token_ids: npt.NDArray[np.int64], attended: Array) -> Array:
        """Encode one padded batch.

        Args:
            token_ids: Shape (batch, length), integers; padding may hold any valid id.
            attended: Shape (batch, length), 1 for a token and 0 for padding.

        Returns:
            Shape (batch, dim), float32, each row of length 1.
        """
        attended = attended.astype(np.float32)
        length = token_ids.shape[1]
        state = _layer_norm(self._words[token_ids] + self._positions[:length], self._embedding_norm)
        mask = ((1.0 - attended) * MASKED)[:, None, None, :]
        for layer in self._layers:
            state = _encode_layer(state, mask, layer)
        weight = attended[:, :, None]
        pooled = (state * weight).sum(axis=1) / np.maximum(weight.sum(axis=1), 1e-9)
        unit: Array = pooled / np.maximum(np.linalg.norm(pooled, axis=1, keepdims=True), 1e-12)
        return unit


def _dense_weights(tensors: Mapping[str, Array], name: str) -> tuple[Array, Array]:
    return np.ascontiguousarray(tensors[f"{name}.weight"].T), tensors[f"{name}.bias"]


def _norm_weights(tensors: Mapping[str, Array], name: str) -> tuple[Array, Array]:
    return tensors[f"{name}.weight"], tensors[f"{name}.bias"]


def _layer_weights(tensors: Mapping[str, Array], index: int) -> LayerWeights:
    prefix = f"encoder.layer.{index}"
    parts = [
        _dense_weights(tensors, f"{prefix}.attention.self.{part}")
        for part in ("query", "key", "value")
    ]
    return LayerWeights(
        qkv=(
            np.concatenate([weight for weight, _ in parts], axis=1),
            np.concatenate([bias for _, bias in parts]),
        ),
        attention_out=_dense_weights(tensors, f"{prefix}.attention.output.dense"),
        attention_norm=_norm_weights(tensors, f"{prefix}.attention.output.LayerNorm"),
        up=_dense_weights(tensors, f"{prefix}.intermediate.dense"),
        down=_dense_weights(tensors, f"{prefix}.output.dense"),
        output_norm=_norm_weights(tensors, f"{prefix}.output.LayerNorm"),
    )


def _encode_layer(state: Array, mask: Array, layer: LayerWeights) -> Array:
    batch, length, dim = state.shape
    size = dim // HEADS
    qkv = _dense(state, layer.qkv).reshape(batch, length, 3, HEADS, size)
    query, key, value = qkv.transpose(2, 0, 3, 1, 4)
    scores = query @ key.transpose(0, 1, 3, 2) / np.float32(np.sqrt(size)) + mask
    scores -= scores.max(axis=-1, keepdims=True)
    np.exp(scores, out=scores)
    scores /= scores.sum(axis=-1, keepdims=True)
    attended = (scores @ value).transpose(0, 2, 1, 3).reshape(batch, length, dim)
    state = _layer_norm(state + _dense(attended, layer.attention_out), layer.attention_norm)
    inner = _dense(_gelu(_dense(state, layer.up)), layer.down)
    return _layer_norm(state + inner, layer.output_norm)


def _dense(state: Array, weights: tuple[Array, Array]) -> Array:
    weight, bias = weights
    projected: Array = state @ weight + bias
    return projected


def _layer_norm(state: Array, weights: tuple[Array, Array]) -> Array:
    scale, shift = weights
    centred = state - state.mean(axis=-1, keepdims=True)
    variance = np.square(centred).mean(axis=-1, keepdims=True)
    normed: Array = centred / np.sqrt(variance + LAYER_NORM_EPSILON) * scale + shift
    return normed


def _gelu(x: Array) -> Array:
    """The exact GELU, x * Phi(x).

    The error function is formula 7.1.26 of Abramowitz and Stegun, whose error of 1.5e-7 is that of
    float32 itself; numpy has no erf.
    """
    z = np.abs(x) * np.float32(0.7071067811865476)
    t = 1.0 / (1.0 + np.float32(0.3275911) * z)
    poly = np.float32(1.061405429) * t
    for coefficient in (-1.453152027, 1.421413741, -0.284496736, 0.254829592):
        poly = (poly + np.float32(coefficient)) * t
    erf = 1.0 - poly * np.exp(-z * z)
    activated: Array = 0.5 * x * (1.0 + np.copysign(erf, x))
    return activated
