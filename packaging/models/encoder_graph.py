"""Writes the encoder as an ONNX graph: BERT (Devlin et al. 2019) in four bits, pooling, states, the tagger's head.

Four-bit weights map one to one on ONNX Runtime's `MatMulNBits` and `GatherBlockQuantized`, so nothing is rounded twice.
"""

import json
from dataclasses import dataclass, field

import numpy as np
import onnx
from e5_container import BLOCK, Container, Quantised
from onnx import TensorProto, helper, numpy_helper

MICROSOFT = "com.microsoft"
_MASKED = -1e4
_INT8_ACTIVATIONS = 4
"""`accuracy_level` of MatMulNBits: activations are rounded to int8 per block, which is what makes it fast."""


@dataclass
class Graph:
    """Nodes and constants as they are added; each method returns the name of what it made."""

    nodes: list = field(default_factory=list)
    constants: list = field(default_factory=list)
    outputs: list = field(default_factory=list)

    def constant(self, name: str, value: np.ndarray) -> str:
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def node(self, kind: str, inputs: list[str], output: str, domain: str = "", **attributes: object) -> str:
        self.nodes.append(helper.make_node(kind, inputs, [output], name=output, domain=domain, **attributes))
        return output

    def output(self, name: str, shape: list[str | int]) -> None:
        self.outputs.append(helper.make_tensor_value_info(name, TensorProto.FLOAT, shape))

    def norm(self, x: str, weight: np.ndarray, bias: np.ndarray, output: str, epsilon: float) -> str:
        names = [self.constant(output + ".weight", weight), self.constant(output + ".bias", bias)]
        return self.node("LayerNormalization", [x, *names], output, axis=-1, epsilon=epsilon)

    def linear4(self, x: str, weights: Quantised, bias: np.ndarray, output: str) -> str:
        rows, blocks, _ = weights.values.shape
        packed = weights.values[:, :, 0::2] | (weights.values[:, :, 1::2] << 4)
        names = [
            self.constant(output + ".q4", packed.astype(np.uint8)),
            self.constant(output + ".scale", weights.scales.astype(np.float32)),
            "",
            "",
            self.constant(output + ".bias", bias),
        ]
        shape = {"K": blocks * BLOCK, "N": rows, "bits": 4, "block_size": BLOCK, "accuracy_level": _INT8_ACTIVATIONS}
        return self.node("MatMulNBits", [x, *names], output, MICROSOFT, **shape)

    def half(self, name: str, value: np.ndarray) -> str:
        """A constant kept in 16 bits and widened when the model is loaded."""
        return self.node("Cast", [self.constant(name + ".f16", value.astype(np.float16))], name, to=TensorProto.FLOAT)

    def linear(self, x: str, weight: np.ndarray, bias: np.ndarray, output: str) -> str:
        """`weight` [out, in]."""
        product = self.node("MatMul", [x, self.half(output + ".weight", weight.T)], output + ".product")
        return self.node("Add", [product, self.constant(output + ".bias", bias.astype(np.float32))], output)

    def model(self, metadata: dict[str, str]) -> onnx.ModelProto:
        inputs = [
            helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "length"])
            for name in ("input_ids", "attention_mask")
        ]
        graph = helper.make_graph(self.nodes, "encoder", inputs, self.outputs, self.constants)
        opsets = [helper.make_opsetid("", 21), helper.make_opsetid(MICROSOFT, 1)]
        made = helper.make_model(graph, opset_imports=opsets, ir_version=10, producer_name="tsumugi")
        helper.set_model_props(made, metadata)
        return made


def build(
    container: Container, kept: list[int], head: dict[str, np.ndarray] | None, expose: list[int]
) -> onnx.ModelProto:
    """The model with outputs `embedding` [batch, 384], `states` and, with a head, `ner_logits`; `h<k>` for `expose`."""
    graph = Graph()
    sizes = container.sizes
    _constants(graph, container)
    x = _embedding(graph, container, kept)
    for layer in range(sizes.layers):
        x = _layer(graph, container, layer, x)
    _pool(graph, x)
    graph.output("embedding", ["batch", sizes.hidden])
    graph.output(graph.node("Identity", [x], "states"), ["batch", "length", sizes.hidden])
    for layer in expose:
        graph.output(graph.node("Identity", [f"layer{layer}"], f"h{layer}"), ["batch", "length", sizes.hidden])
    if head is None:
        return graph.model({})
    _head(graph, head)
    return graph.model(_head_metadata(head))


def _constants(graph: Graph, container: Container) -> None:
    sizes = container.sizes
    per_head = sizes.hidden // sizes.heads
    for name, axes in {"axis1": [1], "axis2": [2], "axes12": [1, 2], "last": [-1], "zero": [0]}.items():
        graph.constant(name, np.array(axes, np.int64))
    graph.constant("split", np.array([0, 0, sizes.heads, per_head], np.int64))
    graph.constant("merge", np.array([0, 0, sizes.hidden], np.int64))
    graph.constant("scale", np.array(1 / np.sqrt(per_head), np.float32))
    graph.constant("one", np.array(1, np.float32))
    graph.constant("masked", np.array(_MASKED, np.float32))
    mask = graph.node("Cast", ["attention_mask"], "mask", to=TensorProto.FLOAT)
    graph.node("Unsqueeze", [mask, "axis2"], "mask3")
    wide = graph.node("Unsqueeze", [mask, "axes12"], "mask4")
    graph.node("Mul", [graph.node("Sub", ["one", wide], "unread"), "masked"], "attention_bias")


def _embedding(graph: Graph, container: Container, kept: list[int]) -> str:
    hidden = container.sizes.hidden
    words = container.quantised("emb.word", hidden).rows(kept)
    signed = ((words.values.astype(np.int16) - 8) & 0xF).astype(np.uint8).reshape(len(kept), -1)
    packed = (signed[:, 0::2] | (signed[:, 1::2] << 4)).tobytes()
    graph.constants.append(helper.make_tensor("words.q4", TensorProto.INT4, [len(kept), hidden], packed, raw=True))
    graph.constant("words.scale", words.scales.astype(np.float32))
    found = graph.node(
        "GatherBlockQuantized", ["words.q4", "input_ids", "words.scale"], "word", MICROSOFT,
        block_size=BLOCK, gather_axis=0, quantize_axis=1,
    )  # fmt: skip
    places = container.floats("emb.pos").reshape(-1, hidden) + container.floats("emb.type").reshape(-1, hidden)[0]
    graph.constant("positions", places)
    length = graph.node("Shape", ["input_ids"], "length", start=1, end=2)
    place = graph.node("Slice", ["positions", "zero", length], "position")
    total = graph.node("Add", [found, place], "embedded")
    weight, bias = container.floats("emb.ln.w"), container.floats("emb.ln.b")
    return graph.norm(total, weight, bias, "layer0", container.sizes.epsilon)


def _layer(graph: Graph, container: Container, layer: int, x: str) -> str:
    source, name, sizes = f"l{layer}.", f"layer{layer + 1}", container.sizes

    def linear(part: str, x: str, width: int = sizes.hidden) -> str:
        weights, bias = container.quantised(f"{source}{part}.w", width), container.floats(f"{source}{part}.b")
        return graph.linear4(x, weights, bias, f"{name}.{part}")

    def norm(part: str, x: str, output: str) -> str:
        weight, bias = container.floats(f"{source}{part}.w"), container.floats(f"{source}{part}.b")
        return graph.norm(x, weight, bias, output, sizes.epsilon)

    mixed = _attention(graph, name, [linear(part, x) for part in "qkv"])
    x = norm("aln", graph.node("Add", [linear("ao", mixed), x], name + ".sum1"), name + ".attended")
    wide = graph.node("Gelu", [linear("fi", x)], name + ".gelu")
    narrow = linear("fo", wide, sizes.feed_forward)
    return norm("oln", graph.node("Add", [narrow, x], name + ".sum2"), name)


def _attention(graph: Graph, name: str, projected: list[str]) -> str:
    query, key, value = (
        graph.node("Transpose", [graph.node("Reshape", [x, "split"], x + ".split")], x + ".heads", perm=order)
        for x, order in zip(projected, ([0, 2, 1, 3], [0, 2, 3, 1], [0, 2, 1, 3]), strict=True)
    )
    scores = graph.node("Mul", [graph.node("MatMul", [query, key], name + ".qk"), "scale"], name + ".scores")
    weights = graph.node("Softmax", [graph.node("Add", [scores, "attention_bias"], name + ".seen")], name + ".weights")
    mixed = graph.node("MatMul", [weights, value], name + ".mixed")
    back = graph.node("Transpose", [mixed], name + ".back", perm=[0, 2, 1, 3])
    return graph.node("Reshape", [back, "merge"], name + ".merged")


def _pool(graph: Graph, x: str) -> None:
    total = graph.node("ReduceSum", [graph.node("Mul", [x, "mask3"], "read"), "axis1"], "total", keepdims=0)
    count = graph.node("ReduceSum", ["mask3", "axis1"], "count", keepdims=0)
    mean = graph.node("Div", [total, count], "mean")
    graph.node("Div", [mean, graph.node("ReduceL2", [mean, "last"], "norm", keepdims=1)], "embedding")


def _head(graph: Graph, head: dict[str, np.ndarray]) -> None:
    """LayerNorm over chosen layers side by side, a projection, two residual convolutions (the second dilated), tags."""
    joined = graph.node("Concat", [f"layer{k}" for k in head["layers"]], "ner.joined", axis=-1)
    x = graph.norm(joined, head["norm.weight"], head["norm.bias"], "ner.norm", 1e-5)
    x = graph.node("Gelu", [graph.linear(x, head["narrow.weight"], head["narrow.bias"], "ner.narrow")], "ner.gelu")
    for name, dilation in (("near", 1), ("wide", 2)):
        x = graph.node("Mul", [x, "mask3"], f"ner.{name}.read")
        turned = graph.node("Transpose", [x], f"ner.{name}.turned", perm=[0, 2, 1])
        weight = graph.half(f"ner.{name}.weight", head[f"{name}.weight"])
        bias = graph.constant(f"ner.{name}.bias", head[f"{name}.bias"].astype(np.float32))
        shape = {"pads": [dilation] * 2, "dilations": [dilation], "kernel_shape": [3]}
        mixed = graph.node(
            "Gelu", [graph.node("Conv", [turned, weight, bias], f"ner.{name}", **shape)], f"ner.{name}.gelu"
        )
        back = graph.node("Transpose", [mixed], f"ner.{name}.back", perm=[0, 2, 1])
        x = graph.node("Add", [x, back], f"ner.{name}.sum")
    graph.linear(x, head["tags.weight"], head["tags.bias"], "ner_logits")
    graph.output("ner_logits", ["batch", "length", len(head["tags.bias"])])


def _head_metadata(head: dict[str, np.ndarray]) -> dict[str, str]:
    return {
        "ner_kinds": json.dumps([str(kind) for kind in head["kinds"]]),
        "ner_transitions": json.dumps(np.round(head["transitions"].astype(float), 4).tolist()),
        "ner_start": json.dumps(np.round(head["start"].astype(float), 4).tolist()),
    }
