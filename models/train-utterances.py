"""Trains the classifiers that tell which utterances of a meeting carry a task, a decision or an open question, or
belong in a summary.

python -m venv v && v/bin/pip install numpy==2.4.6 scikit-learn==1.9.1 onnx==1.23.2 onnxruntime==1.32.0 tokenizers==0.23.3
npx node models/utterance-features.ts NOTES train.jsonl > train.ndjson     (the same for val.jsonl)
v/bin/python models/train-utterances.py NOTES train.ndjson val.ndjson OUT

Writes utterance-classifier.onnx: embeddings [n, 384] and features [n, d] of the n utterances of a talk, in their
order, to calibrated probabilities [n, 4]. It prints precision and recall of the items at several borders, by four
folds of whole meetings of the first file and for the second, and the borders chosen by the folds.

Each kind is judged by the geometric mean of a logistic regression and of five networks with one hidden layer that
learn all kinds together; both see the utterance's and its neighbours' embeddings (64 principal components) and
features. An item counts as right within two turns of a noted one. Notes are {"action_items", "decisions",
"open_questions": [{"turns", "strength"?, "task" | "decision" | "question"}], "summary"}. What belongs in a summary is
closest in meaning to one of the noted summary's sentences.
"""

import json, pathlib, re, sys, warnings
import numpy, onnx, onnxruntime, tokenizers
from onnx import TensorProto, helper, numpy_helper
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression
from sklearn.neural_network import MLPClassifier

# The networks stop early by intent.
warnings.filterwarnings("ignore", category=ConvergenceWarning)

here = pathlib.Path(__file__).parent
notes, train_file, val_file, out = map(pathlib.Path, sys.argv[1:5])
kinds = {"action_items": "task", "decisions": "decision", "open_questions": "question"}

components = 64
networks = 5
hidden = 48
# Utterances between two items of one kind, at least.
gap = 5


def encoder():
    tokenizer = tokenizers.Tokenizer.from_file(str(here / "all-minilm-l6-v2.tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(256)
    session = onnxruntime.InferenceSession(str(here / "all-minilm-l6-v2-int8.onnx"))

    def embed(texts):
        ids = [encoding.ids for encoding in tokenizer.encode_batch(texts)]
        vectors = numpy.zeros((len(texts), 384), numpy.float32)
        order = sorted(range(len(ids)), key=lambda at: len(ids[at]))
        for first in range(0, len(order), 32):
            batch = order[first : first + 32]
            length = max(len(ids[at]) for at in batch)
            tokens = numpy.array([ids[at] + [0] * (length - len(ids[at])) for at in batch])
            mask = numpy.array([[1] * len(ids[at]) + [0] * (length - len(ids[at])) for at in batch])
            vectors[batch] = session.run(None, {"input_ids": tokens, "attention_mask": mask})[0]
        return vectors

    return embed


embed = encoder()


class Meeting:
    def __init__(self, line):
        row = json.loads(line)
        self.notes = json.loads((notes / f"{row['name']}.json").read_text())
        self.turns = [utterance["turns"] for utterance in row["utterances"]]
        self.features = numpy.array([utterance["features"] for utterance in row["utterances"]], numpy.float32)
        self.embeddings = embed([utterance["text"] for utterance in row["utterances"]])
        nothing = numpy.zeros((1, 384), numpy.float32)
        before, after = numpy.vstack([nothing, self.embeddings[:-1]]), numpy.vstack([self.embeddings[1:], nothing])
        self.context = numpy.hstack([before, self.embeddings, after])
        labelled = [self.label(kind) for kind in kinds] + [self.label_summary(row["utterances"])]
        self.labels, self.weights = map(numpy.stack, zip(*labelled))

    def label(self, kind):
        """Of a long turn, only what is close to the note's words carries the item."""
        label, weight = numpy.zeros(len(self.turns)), numpy.ones(len(self.turns))
        items = self.notes[kind]
        meant = embed([item[kinds[kind]] for item in items]) if items else []
        for item, vector in zip(items, meant):
            similarity = self.embeddings @ vector
            for turn in item["turns"]:
                parts = [at for at, own in enumerate(self.turns) if turn in own]
                closest = max((similarity[at] for at in parts), default=0)
                for at in parts:
                    if similarity[at] >= closest - 0.08:
                        label[at], weight[at] = 1, 0.5 if item.get("strength") == "weak" else 1
                    elif label[at] == 0:
                        weight[at] = min(weight[at], 0.2)
        return label, weight

    def label_summary(self, utterances):
        """The utterances closest to each sentence of the summary, if they are close at all."""
        sentences = embed(re.split(r"(?<=[.?!])\s+", self.notes["summary"]))
        similarity = self.embeddings @ sentences.T
        similarity[[len(utterance["text"].split()) < 6 for utterance in utterances]] = 0
        label = numpy.zeros(len(self.turns))
        for column in similarity.T:
            for at in numpy.argsort(-column)[:4]:
                label[at] = max(label[at], column[at] > 0.35)
        return label, numpy.ones(len(self.turns))


def fit(meetings):
    context = numpy.vstack([meeting.context for meeting in meetings])
    middle = context.mean(0)
    sample = numpy.random.RandomState(0).choice(len(context), min(6000, len(context)), False)
    axes = numpy.linalg.svd(context[sample] - middle, full_matrices=False)[2][:components]
    rows = numpy.hstack([numpy.vstack([m.features for m in meetings]), (context - middle) @ axes.T])
    mean, deviation = rows.mean(0), rows.std(0) + 1e-6
    rows = (rows - mean) / deviation
    labels, weights = (numpy.hstack([getattr(m, name) for m in meetings]) for name in ("labels", "weights"))
    lines = [
        LogisticRegression(C=0.005, max_iter=500).fit(rows, labels[at], sample_weight=weights[at]) for at in range(len(labels))
    ]
    nets = [
        MLPClassifier((hidden,), alpha=10, learning_rate_init=2e-3, batch_size=256, max_iter=12, random_state=seed).fit(
            rows, labels.T
        )
        for seed in range(networks)
    ]
    return dict(middle=middle, axes=axes, mean=mean, deviation=deviation, lines=lines, nets=nets)


sigmoid = lambda values: 1 / (1 + numpy.exp(-values))
logit = lambda values: numpy.log(values / (1 - values))


def judge(model, meeting):
    rows = numpy.hstack([meeting.features, (meeting.context - model["middle"]) @ model["axes"].T])
    rows = (rows - model["mean"]) / model["deviation"]
    by_line = numpy.stack([line.predict_proba(rows)[:, 1] for line in model["lines"]], 1)
    by_nets = numpy.mean([net.predict_proba(rows) for net in model["nets"]], 0)
    return numpy.sqrt(by_line * by_nets)


def pick(score, border):
    """As the analyser picks: the best first, none close to a better one."""
    picked = []
    for at in numpy.argsort(-score):
        if score[at] < border:
            break
        if all(abs(at - other) > gap for other in picked):
            picked.append(at)
    return picked


def is_near(meeting, at, item):
    return any(abs(turn - noted) <= 2 for turn in meeting.turns[at] for noted in item["turns"])


def rates(meetings, scores, kind, border):
    said = right = clear = met = 0
    for meeting, score in zip(meetings, scores):
        items = meeting.notes[kind]
        picked = pick(score, border)
        required = [item for item in items if item.get("strength", "clear") == "clear"]
        said, clear = said + len(picked), clear + len(required)
        right += sum(any(is_near(meeting, at, item) for item in items) for at in picked)
        met += sum(any(is_near(meeting, at, item) for at in picked) for item in required)
    return right / max(1, said), met / max(1, clear), said


def calibrate(score, label):
    line = LogisticRegression(C=1e6).fit(logit(numpy.clip(score, 1e-6, 1 - 1e-6))[:, None], label)
    return float(line.coef_[0, 0]), float(line.intercept_[0])


def export(model, calibration, features, file):
    nodes, tensors = [], []

    def constant(name, values, kind=numpy.float32):
        tensors.append(numpy_helper.from_array(numpy.ascontiguousarray(values, kind), name))
        return name

    def node(operator, inputs, name, **attributes):
        nodes.append(helper.make_node(operator, inputs, [name], **attributes))
        return name

    longs = lambda name, *values: constant(name, values, numpy.int64)
    padded = node("Pad", ["embeddings", longs("pads", 1, 0, 1, 0)], "padded")
    first = longs("axis", 0)
    before = node("Slice", [padded, longs("from0", 0), longs("to2", -2), first], "before")
    after = node("Slice", [padded, longs("from2", 2), longs("end", 2**31), first], "after")
    context = node("Concat", [before, "embeddings", after], "context", axis=1)
    centred = node("Sub", [context, constant("middle", model["middle"])], "centred")
    projected = node("MatMul", [centred, constant("axes", model["axes"].T)], "projected")
    rows = node("Concat", ["features", projected], "rows", axis=1)
    rows = node("Sub", [rows, constant("mean", model["mean"])], "shifted")
    rows = node("Div", [rows, constant("deviation", model["deviation"])], "scaled")
    weights = numpy.stack([line.coef_[0] for line in model["lines"]], 1)
    biases = numpy.array([line.intercept_[0] for line in model["lines"]])
    by_line = node("Gemm", [rows, constant("line.weights", weights), constant("line.bias", biases)], "by_line")
    by_line = node("Sigmoid", [by_line], "by_line.probability")
    together = []
    for at, net in enumerate(model["nets"]):
        one = rows
        for layer, (weight, bias) in enumerate(zip(net.coefs_, net.intercepts_)):
            name = f"net{at}.{layer}"
            one = node("Gemm", [one, constant(f"{name}.weights", weight), constant(f"{name}.bias", bias)], name)
            one = node("Sigmoid" if layer else "Relu", [one], f"{name}.active")
        together.append(one)
    by_nets = node("Mean", together, "by_nets")
    score = node("Sqrt", [node("Mul", [by_line, by_nets], "product")], "score")
    odds = node("Div", [score, node("Sub", [constant("one", [1.0]), score], "rest")], "odds")
    scaled = node("Mul", [node("Log", [odds], "logit"), constant("slope", [a for a, _ in calibration])], "sloped")
    node("Sigmoid", [node("Add", [scaled, constant("offset", [b for _, b in calibration])], "calibrated")], "probabilities")
    value = lambda name, width: helper.make_tensor_value_info(name, TensorProto.FLOAT, ["n", width])
    graph = helper.make_graph(
        nodes, "utterances", [value("embeddings", 384), value("features", features)], [value("probabilities", len(calibration))], tensors
    )
    result = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9)
    helper.set_model_props(result, {"kinds": ",".join([*kinds, "summary"])})
    onnx.checker.check_model(result)
    file.write_bytes(result.SerializeToString(deterministic=True))


train, val = ([Meeting(line) for line in file.read_text().splitlines()] for file in (train_file, val_file))
held_out = [None] * len(train)
for first in range(4):
    model = fit([meeting for at, meeting in enumerate(train) if at % 4 != first])
    for at in range(first, len(train), 4):
        held_out[at] = judge(model, train[at])
calibration = []
for at in range(len(kinds) + 1):
    labels = numpy.hstack([meeting.labels[at] for meeting in train])
    calibration.append(calibrate(numpy.hstack([score[:, at] for score in held_out]), labels))
model = fit(train)
file = out / "utterance-classifier.onnx"
export(model, calibration, train[0].features.shape[1], file)
session = onnxruntime.InferenceSession(str(file))
probabilities = [session.run(None, {"embeddings": m.embeddings, "features": m.features})[0] for m in val]
for at, kind in enumerate(kinds):
    slope, offset = calibration[at]
    by_folds = [sigmoid(slope * logit(score[:, at]) + offset) for score in held_out]
    print(kind)
    for border in (0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6):
        by_fold, on_val = rates(train, by_folds, kind, border), rates(val, [one[:, at] for one in probabilities], kind, border)
        print(f"  {border:.2f}  folds {by_fold[0]:.2f} @ {by_fold[1]:.2f} ({by_fold[2]})   val {on_val[0]:.2f} @ {on_val[1]:.2f} ({on_val[2]})")
