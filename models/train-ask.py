"""Trains the ranker of Ask: which turns of a meeting answer a question, and whether any does.

python -m venv v && v/bin/pip install numpy==2.4.6
npx node models/ask-features.ts NOTES train.jsonl VECTORS train            (the same for val.jsonl)
v/bin/python models/train-ask.py train val && npx prettier --write service/features/ask/turn-model.ts

Reads what models/ask-features.ts wrote (train.json, train.f32) and writes service/features/ask/turn-model.ts. It prints, by
five folds of whole meetings of the first and for the second: the share of annotated and of noted questions for which
the best turn, or one of five, carries the answer; and the share of questions with and without an answer that count
as found, at several borders.

A network with one hidden layer and a linear part scores every turn; the softmax over a meeting's turns is to
lie in those that carry the answer (maximum of the logarithm of the marginal likelihood, by Adam). A logistic regression on the
best turn's features tells answerable questions from others.
"""

import json, pathlib, sys
import numpy

hidden = 16
epochs = 10
rate = 3e-3
decay = 3e-3
farthest = 5
# A noted question counts as much as so many annotated ones: there are fewer, and they ask for one fact.
noted_weight = 1.5
# As in service/features/ask/answer.ts.
gap = 3
# What tells whether an answer was found holds for one recording as for a project, long or short: nothing that compares
# a turn with all others.
found_by = """similarity similarityOfLength similarity1 similarity3 coverage0 coverage1 coverage3 coverage7 coverage15 near
    words0 words1 words3 words7 named named3 named15 asks holding holding1 length""".split()


class Asked:
    def __init__(self, row, features):
        self.meeting, self.kind, self.features = row["meeting"], row["kind"], features
        self.carries = numpy.zeros(row["turns"], bool)
        for first, last in row["spans"]:
            self.carries[max(0, first) : last + 1] = True


def read(path):
    index = json.loads(pathlib.Path(f"{path}.json").read_text())
    rows = numpy.memmap(f"{path}.f32", numpy.float32, "r").reshape(-1, len(index["names"]))
    ends = numpy.cumsum([row["turns"] for row in index["questions"]])
    return index["names"], [Asked(row, rows[end - row["turns"] : end]) for row, end in zip(index["questions"], ends)]


def softmax(scores):
    odds = numpy.exp(scores - scores.max())
    return odds / odds.sum()


class Ranker:
    def __init__(self, asked, seed=0):
        random = numpy.random.RandomState(seed)
        sample = numpy.vstack([one.features[::7] for one in asked]).astype(numpy.float64)
        self.mean, self.deviation = sample.mean(0), sample.std(0) + 1e-6
        width = sample.shape[1]
        start = {
            "linear": numpy.zeros(width),
            "weights": random.randn(width, hidden) / numpy.sqrt(width),
            "offsets": numpy.zeros(hidden),
            "outputs": random.randn(hidden) * 0.3 / numpy.sqrt(hidden),
        }
        self.parts = {name: value.astype(numpy.float32) for name, value in start.items()}
        self.fit([(self.scaled(one.features), one.carries, one.kind) for one in asked], random)

    def scaled(self, features):
        return ((features - self.mean) / self.deviation).clip(-farthest, farthest).astype(numpy.float32)

    def score(self, rows):
        parts = self.parts
        return rows @ parts["linear"] + numpy.maximum(rows @ parts["weights"] + parts["offsets"], 0) @ parts["outputs"]

    def gradient(self, rows, carries, kind):
        parts = self.parts
        active = numpy.maximum(rows @ parts["weights"] + parts["offsets"], 0)
        share = softmax(rows @ parts["linear"] + active @ parts["outputs"])
        right = share * carries
        error = (share - right / (right.sum() + 1e-12)) * (noted_weight if kind == "noted" else 1)
        back = numpy.outer(error, parts["outputs"]) * (active > 0)
        return {"linear": rows.T @ error, "weights": rows.T @ back, "offsets": back.sum(0), "outputs": active.T @ error}

    def fit(self, examples, random, batch=8):
        first = {name: numpy.zeros_like(part) for name, part in self.parts.items()}
        second = {name: numpy.zeros_like(part) for name, part in self.parts.items()}
        step = 0
        for epoch in range(epochs):
            order, pace = random.permutation(len(examples)), rate * (1 + numpy.cos(numpy.pi * epoch / epochs)) / 2
            for start in range(0, len(order), batch):
                gradients = [self.gradient(*examples[at]) for at in order[start : start + batch]]
                step += 1
                for name, part in self.parts.items():
                    slope = sum(one[name] for one in gradients) / batch + decay * part
                    first[name] = 0.9 * first[name] + 0.1 * slope
                    second[name] = 0.99 * second[name] + 0.01 * slope**2
                    ahead = first[name] / (1 - 0.9**step) / (numpy.sqrt(second[name] / (1 - 0.99**step)) + 1e-8)
                    self.parts[name] = (part - pace * ahead).astype(numpy.float32)


def best_of(ranker, one):
    """The scores, and the features of the best turn."""
    rows = ranker.scaled(one.features)
    scores = ranker.score(rows)
    return scores, rows[scores.argmax()]


class Found:
    """Logistic regression by Newton's method."""

    def __init__(self, asked, seen, names, penalty=10.0):
        is_used = numpy.array([name in found_by for name in names])
        rows = numpy.column_stack([seen * is_used, numpy.ones(len(seen))])
        labels = numpy.array([one.carries.any() for one in asked], float)
        # Answerable questions are noted or annotated, and those that are not come from notes or from other meetings.
        weights = numpy.array([{"annotated": 0.3, "noted": 1, "unanswerable": 2, "foreign": 0.4}[one.kind] for one in asked])
        ridge = numpy.full(rows.shape[1], penalty)
        ridge[-1] = 1e-6
        self.weights = numpy.zeros(rows.shape[1])
        for _ in range(30):
            expected = 1 / (1 + numpy.exp(-rows @ self.weights))
            slope = rows.T @ (weights * (expected - labels)) + ridge * self.weights
            curve = (rows.T * (weights * expected * (1 - expected))) @ rows + numpy.diag(ridge)
            self.weights -= numpy.linalg.solve(curve, slope)

    def probability(self, seen):
        return 1 / (1 + numpy.exp(-(seen @ self.weights[:-1] + self.weights[-1])))


def pick(scores, count=5):
    """As Ask picks: the best first, none close to a better one."""
    picked = []
    for at in numpy.argsort(-scores, kind="stable"):
        if all(abs(at - other) > gap for other in picked):
            picked.append(at)
        if len(picked) == count:
            break
    return picked


def report(title, asked, judged):
    print(title)
    for kind in ("annotated", "noted"):
        picks = [(one, pick(scores)) for one, (scores, _) in zip(asked, judged) if one.kind == kind and one.carries.any()]
        first = numpy.mean([one.carries[turns[0]] for one, turns in picks])
        five = numpy.mean([one.carries[turns].any() for one, turns in picks])
        print(f"  {kind}: first {first:.3f}, one of five {five:.3f} of {len(picks)}")
    for border in (0.3, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7):
        shares = {
            kind: numpy.mean([probability >= border for one, (_, probability) in zip(asked, judged) if one.kind == kind])
            for kind in ("annotated", "noted", "unanswerable", "foreign")
        }
        print(f"  found at {border:.2f}: " + ", ".join(f"{kind} {share:.2f}" for kind, share in shares.items()))


def judge(ranker, found, asked):
    judged = [best_of(ranker, one) for one in asked]
    return [(scores, found.probability(seen)) for scores, seen in judged]


def numbers(values):
    return "[" + ", ".join(f"{value:.4g}" for value in values) + "]"


def source(names, ranker, found):
    """The ranker as TypeScript."""
    parts = ranker.parts
    scales = [
        f"{{ name: '{name}', mean: {mean:.5g}, deviation: {deviation:.5g} }}"
        for name, mean, deviation in zip(names, ranker.mean, ranker.deviation)
    ]
    units = [
        f"{{ weights: {numbers(weights)}, offset: {offset:.4g}, output: {output:.4g} }}"
        for weights, offset, output in zip(parts["weights"].T, parts["offsets"], parts["outputs"])
    ]
    return f"""/** Made by models/train-ask.py from questions on 162 meetings; do not edit. */
type TurnModel = {{
  features: readonly {{ name: string; mean: number; deviation: number }}[]
  linear: readonly number[]
  hidden: readonly {{ weights: readonly number[]; offset: number; output: number }}[]
  /** Its weights are for the best turn's features. */
  found: {{ weights: readonly number[]; offset: number }}
}}

export const turnModel: TurnModel = {{
  features: [{", ".join(scales)}],
  linear: {numbers(parts["linear"])},
  hidden: [{", ".join(units)}],
  found: {{ weights: {numbers(found.weights[:-1])}, offset: {found.weights[-1]:.4g} }},
}}
"""


if __name__ == "__main__":
    names, train = read(sys.argv[1])
    meetings = sorted({one.meeting for one in train})
    fold_of = dict(zip(numpy.random.RandomState(3).permutation(meetings), [at % 5 for at in range(len(meetings))]))
    answerable = lambda asked: [one for one in asked if one.carries.any()]
    seen = [None] * len(train)
    for fold in range(5):
        ranker = Ranker(answerable([one for one in train if fold_of[one.meeting] != fold]))
        for at, one in enumerate(train):
            if fold_of[one.meeting] == fold:
                seen[at] = best_of(ranker, one)
    tops = numpy.stack([top for _, top in seen])
    folds = numpy.array([fold_of[one.meeting] for one in train])
    probabilities = numpy.zeros(len(train))
    for fold in range(5):
        found = Found([one for one, own in zip(train, folds) if own != fold], tops[folds != fold], names)
        probabilities[folds == fold] = found.probability(tops[folds == fold])
    report("folds of train", train, [(scores, own) for (scores, _), own in zip(seen, probabilities)])
    ranker, found = Ranker(answerable(train)), Found(train, tops, names)
    out = pathlib.Path(__file__).parent.parent / "service/features/ask/turn-model.ts"
    out.write_text(source(names, ranker, found))
    if len(sys.argv) > 2:
        val = read(sys.argv[2])[1]
        report("other meetings", val, judge(ranker, found, val))
