"""Trains the ranker of Ask: which turns of a meeting answer a question, and whether any does.

python -m venv v && v/bin/pip install numpy==2.4.6
npx node models/ask-vectors.ts NOTES train.jsonl VECTORS train             (the same for val.jsonl)
v/bin/python models/train-ask-projection.py train VECTORS                  (not for val)
npx node models/ask-features.ts train.jsonl VECTORS train                  (the same for val.jsonl)
v/bin/python models/train-ask.py train val && npx prettier --write service/features/ask/turn-model.ts

Reads what models/ask-features.ts wrote and writes service/features/ask/turn-model.ts. It prints, by five folds of whole meetings
of the first and for the second: the share of questions for which the best turn, or one of five, carries the answer; and the
share of questions with and without an answer that count as found, at several borders.

Three networks with one hidden layer and a linear part score every turn; the softmax over a meeting's turns is to
lie in those that carry the answer (maximum of the logarithm of the marginal likelihood, by Adam). The mean of the three is one
network with three times the units. A logistic regression tells answerable questions from others, by the features of the best
turn and of the best that holds the kind of thing that is asked for.
"""

import base64, json, pathlib, sys
import numpy

networks = 3
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
found_by = """similarity similarityOfLength similarity1 similarity3 relevanceOfLength relevance1 relevance3 relevance7 relevance15
    coverage0 coverage1 coverage3 coverage7 coverage15 near fit words0 words1 words3 words7 named named3 named15 asks holding
    holding1 length""".split()
holder_by = "similarity similarityOfLength relevanceOfLength relevance1 coverage0 coverage1 coverage3 near fit words1".split()
# Farther behind the best than this, the best turn that holds what is asked for tells no more.
most_behind = 6
# Answerable questions are noted or annotated, and those that are not come from notes or from other meetings.
found_weights = {"annotated": 0.3, "noted": 1, "unanswerable": 2, "foreign": 0.4}


class Asked:
    def __init__(self, row, features):
        self.meeting, self.kind, self.features = row["meeting"], row["kind"], features
        self.carries = numpy.zeros(len(features), bool)
        for first, last in row["spans"]:
            self.carries[max(0, first) : last + 1] = True


def read(path):
    index = json.loads(pathlib.Path(f"{path}.features.json").read_text())
    rows = numpy.memmap(f"{path}.features.f32", numpy.float32, "r").reshape(-1, len(index["names"]))
    ends = numpy.cumsum([row["turns"] for row in index["questions"]])
    return index["names"], [Asked(row, rows[end - row["turns"] : end]) for row, end in zip(index["questions"], ends)]


def softmax(scores):
    odds = numpy.exp(scores - scores.max())
    return odds / odds.sum()


class Network:
    def __init__(self, asked, seed):
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


class Ranker:
    def __init__(self, asked):
        self.networks = [Network(asked, seed) for seed in range(networks)]

    def scaled(self, features):
        return self.networks[0].scaled(features)

    def score(self, rows):
        return sum(network.score(rows) for network in self.networks) / networks


def evidence(ranker, one, names):
    """The scores, and what tells whether the best turn answers."""
    rows = ranker.scaled(one.features)
    scores = ranker.score(rows)
    best = holder = scores.argmax()
    holding = one.features[:, names.index("holding")]
    gap = 0.0
    # It is 0 everywhere where no kind of thing is asked for.
    if holding.any():
        held = numpy.where(holding > 0, scores, -numpy.inf)
        holder = held.argmax() if (holding > 0).any() else None
        gap = -most_behind if holder is None else max(-most_behind, scores[holder] - scores[best])
    is_found_by = numpy.array([name in found_by for name in names])
    is_holder_by = numpy.array([name in holder_by for name in names])
    held = numpy.zeros(len(names)) if holder is None else rows[holder] * is_holder_by
    return scores, numpy.concatenate([rows[best] * is_found_by, held, [gap]])


class Found:
    """Logistic regression by Newton's method."""

    def __init__(self, asked, seen, penalty=10.0):
        rows = numpy.column_stack([seen, numpy.ones(len(seen))])
        labels = numpy.array([one.carries.any() for one in asked], float)
        weights = numpy.array([found_weights[one.kind] for one in asked])
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
    for border in (0.3, 0.4, 0.5, 0.55, 0.6, 0.65, 0.68, 0.7, 0.72, 0.75):
        shares = {
            kind: numpy.mean([probability >= border for one, (_, probability) in zip(asked, judged) if one.kind == kind])
            for kind in found_weights
        }
        print(f"  found at {border:.2f}: " + ", ".join(f"{kind} {share:.2f}" for kind, share in shares.items()))


def judge(ranker, found, asked, names):
    judged = [evidence(ranker, one, names) for one in asked]
    return [(scores, found.probability(seen)) for scores, seen in judged]


def numbers(values):
    return "[" + ", ".join(f"{value:.4g}" for value in values) + "]"


def source(names, ranker, found):
    """The ranker as TypeScript."""
    scale = ranker.networks[0]
    parts = [network.parts for network in ranker.networks]
    scales = [
        f"{{ name: '{name}', mean: {mean:.5g}, deviation: {deviation:.5g} }}"
        for name, mean, deviation in zip(names, scale.mean, scale.deviation)
    ]
    # A row for each unit.
    units = numpy.concatenate([part["weights"].T for part in parts])
    packed = base64.b64encode(units.astype("<f4").tobytes()).decode()
    best, holder = found.weights[: len(names)], found.weights[len(names) : 2 * len(names)]
    gap, offset = found.weights[-2:]
    return f"""/** Made by models/train-ask.py from questions on 162 meetings; do not edit. */
type TurnModel = {{
  features: readonly {{ name: string; mean: number; deviation: number }}[]
  linear: readonly number[]
  /** `weights` are numbers of 32 bits, a row for each unit. */
  hidden: {{ weights: string; offsets: readonly number[]; outputs: readonly number[] }}
  /** Weights for the features of the best turn and of the best that holds what is asked for, and for how far that is behind. */
  found: {{
    best: readonly number[]
    holder: readonly number[]
    gap: number
    offset: number
  }}
}}

export const turnModel: TurnModel = {{
  features: [{", ".join(scales)}],
  linear: {numbers(sum(part["linear"] for part in parts) / networks)},
  hidden: {{
    weights: '{packed}',
    offsets: {numbers(numpy.concatenate([part["offsets"] for part in parts]))},
    outputs: {numbers(numpy.concatenate([part["outputs"] for part in parts]) / networks)},
  }},
  found: {{ best: {numbers(best)}, holder: {numbers(holder)}, gap: {gap:.4g}, offset: {offset:.4g} }},
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
                seen[at] = evidence(ranker, one, names)
    tops = numpy.stack([top for _, top in seen])
    folds = numpy.array([fold_of[one.meeting] for one in train])
    probabilities = numpy.zeros(len(train))
    for fold in range(5):
        found = Found([one for one, own in zip(train, folds) if own != fold], tops[folds != fold])
        probabilities[folds == fold] = found.probability(tops[folds == fold])
    report("folds of train", train, [(scores, own) for (scores, _), own in zip(seen, probabilities)])
    ranker, found = Ranker(answerable(train)), Found(train, tops)
    out = pathlib.Path(__file__).parent.parent / "service/features/ask/turn-model.ts"
    out.write_text(source(names, ranker, found))
    if len(sys.argv) > 2:
        val = read(sys.argv[2])[1]
        report("other meetings", val, judge(ranker, found, val, names))
