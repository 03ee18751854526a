"""Trains the projection of Ask: a question's vector is moved so that the turns that answer it come closer than the others.

python -m venv v && v/bin/pip install numpy==2.4.6
npx node models/ask-vectors.ts NOTES train.jsonl VECTORS train
v/bin/python models/train-ask-projection.py train VECTORS && npx prettier --write service/features/ask/projection-weights.ts

Reads what models/ask-vectors.ts wrote and writes service/features/ask/projection-weights.ts, and train.projected.f32: the
vectors of the questions, each projected by weights that were trained without its meeting (five folds), to train the ranker with.
It prints by folds how often a turn that answers is first or one of five by similarity alone, before and after.

The projection is the identity and a matrix of low rank. The softmax of the inner products with a meeting's turns is to lie in
those that answer, of questions and of statements (answers, topics, notes), by Adam.
"""

import base64, json, pathlib, sys
import numpy

rank = 24
epochs = 3
rate = 2e-3
decay = 1e-3
# Inner products are small numbers: the softmax of so many times them.
sharpness = 12
# Of a long meeting so many turns are compared in a step, and those that answer.
compared = 0.35
weights = {"annotated": 1, "noted": 1.5, "topic": 0.5, "chapter": 0.5, "answer": 0.4}
noted_statement = 1
# As in service/features/ask/turn-features.ts.
most_words, full_length = 40, 15


def around(values, reach):
    sums = numpy.concatenate([numpy.zeros((1, *values.shape[1:])), numpy.cumsum(values, 0, dtype=numpy.float64)])
    at = numpy.arange(len(values))
    return (sums[numpy.minimum(len(values), at + reach + 1)] - sums[numpy.maximum(0, at - reach)]).astype(numpy.float32)


class Meeting:
    """The vectors of its turns, each with those of its surroundings; and what is asked and stated about it."""

    def __init__(self, vectors, lengths):
        sizes = numpy.minimum(lengths, most_words)[:, None]
        full = numpy.minimum(1, numpy.log1p(lengths) / numpy.log1p(full_length))[:, None]
        self.turns = (vectors * full + 0.4 * around(vectors * sizes, 3) / around(sizes, 3)).astype(numpy.float32)
        self.asked, self.carries, self.weights = [], [], []

    def add(self, vector, spans, weight):
        carries = numpy.zeros(len(self.turns), numpy.float32)
        for first, last in spans:
            carries[max(0, first) : last + 1] = 1
        if carries.any():
            self.asked.append(vector)
            self.carries.append(carries)
            self.weights.append(weight)

    def close(self):
        self.asked, self.carries = numpy.stack(self.asked), numpy.stack(self.carries, 1)
        self.weights = numpy.array(self.weights, numpy.float32)


class Projection:
    def __init__(self, width, random):
        self.parts = {
            "into": (random.randn(width, rank) * 0.05).astype(numpy.float32),
            "out": numpy.zeros((rank, width), numpy.float32),
            "gains": numpy.zeros(width, numpy.float32),
        }

    def __call__(self, vectors):
        return vectors + vectors * self.parts["gains"] + (vectors @ self.parts["into"]) @ self.parts["out"]

    def gradient(self, asked, turns, carries, shares):
        scores = sharpness * (turns @ self(asked).T)
        odds = numpy.exp(scores - scores.max(0))
        odds /= odds.sum(0)
        right = odds * carries
        right /= right.sum(0) + 1e-12
        back = sharpness * (((odds - right) * shares).T @ turns) / 16
        slopes = {
            "into": asked.T @ (back @ self.parts["out"].T),
            "out": (asked @ self.parts["into"]).T @ back,
            "gains": (back * asked).sum(0),
        }
        return {name: slope + decay * self.parts[name] for name, slope in slopes.items()}


def train(meetings, seed=0, together=48):
    random = numpy.random.RandomState(seed)
    projection = Projection(meetings[0].turns.shape[1], random)
    first = {name: numpy.zeros_like(part) for name, part in projection.parts.items()}
    second = {name: numpy.zeros_like(part) for name, part in projection.parts.items()}
    batches = [(at, share) for at, one in enumerate(meetings) for share in range(-(-len(one.asked) // together))]
    step, steps = 0, epochs * len(batches)
    for _ in range(epochs):
        orders = [random.permutation(len(one.asked)) for one in meetings]
        for at, share in [batches[place] for place in random.permutation(len(batches))]:
            one = meetings[at]
            some = orders[at][share :: -(-len(one.asked) // together)]
            turns, carries = one.turns, one.carries[:, some]
            if len(turns) > 250:
                kept = random.rand(len(turns)) < compared
                short = carries.sum(0) <= 15
                kept |= carries[:, short].any(1)
                turns, carries = turns[kept], carries[kept]
            answered = carries.any(0)
            some, carries = some[answered], carries[:, answered]
            slopes = projection.gradient(one.asked[some], turns, carries, one.weights[some])
            step += 1
            pace = rate * (1 + numpy.cos(numpy.pi * step / steps)) / 2
            for name, slope in slopes.items():
                first[name] = 0.9 * first[name] + 0.1 * slope
                second[name] = 0.99 * second[name] + 0.01 * slope**2
                ahead = first[name] / (1 - 0.9**step) / (numpy.sqrt(second[name] / (1 - 0.99**step)) + 1e-6)
                projection.parts[name] -= pace * ahead
    return projection


def five(scores, gap=3):
    picked = []
    for at in numpy.argsort(-scores, kind="stable"):
        if all(abs(at - other) > gap for other in picked):
            picked.append(at)
        if len(picked) == 5:
            return picked
    return picked


def report(title, meetings, questions, vectors):
    for kind in ("annotated", "noted"):
        shares = []
        for question, vector in zip(questions, vectors):
            turns = meetings[question["meeting"]].turns
            if question["kind"] == kind:
                inside = lambda at: any(first <= at <= last for first, last in question["spans"])
                picked = five(turns @ vector)
                shares.append((inside(picked[0]), any(map(inside, picked))))
        first, among = numpy.mean(shares, 0)
        print(f"{title}, {kind}: first {first:.3f}, one of five {among:.3f} of {len(shares)}")


def as_bytes(part):
    """8 bits a number, and what to multiply them by."""
    scale = float(numpy.abs(part).max()) / 127
    return numpy.round(part / scale).astype(numpy.int8), scale


def source(projection):
    packed = {name: as_bytes(part) for name, part in projection.parts.items()}
    fields = [
        f"  {name}: {{ scale: {scale:.6g}, bytes: '{base64.b64encode(values.tobytes()).decode()}' }},"
        for name, (values, scale) in packed.items()
    ]
    return "\n".join(
        [
            "/** Made by models/train-ask-projection.py from questions on 162 meetings; do not edit. */",
            "export const projectionWeights = {",
            f"  rank: {rank},",
            *fields,
            "}",
            "",
        ]
    )


if __name__ == "__main__":
    path, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    index = json.loads(path.with_suffix(".json").read_text())
    questions, statements = index["questions"], index["statements"]
    vectors = numpy.fromfile(path.with_suffix(".f32"), numpy.float32).reshape(len(questions) + len(statements), -1)
    meetings = {
        name: Meeting(numpy.fromfile(folder / f"{name}.f32", numpy.float32).reshape(len(lengths), -1), numpy.array(lengths))
        for name, lengths in index["meetings"].items()
    }
    for one, vector in zip(questions + statements, vectors):
        weight = noted_statement if "text" in one and one["kind"] == "noted" else weights.get(one["kind"], 0)
        if weight:
            meetings[one["meeting"]].add(vector, one["spans"], weight)
    for one in meetings.values():
        one.close()
    names = sorted(meetings)
    fold_of = dict(zip(numpy.random.RandomState(3).permutation(names), [at % 5 for at in range(len(names))]))
    asked = vectors[: len(questions)]
    projected = numpy.zeros_like(asked)
    own = numpy.array([fold_of[one["meeting"]] for one in questions])
    for fold in range(5):
        projected[own == fold] = train([meetings[name] for name in names if fold_of[name] != fold])(asked[own == fold])
    path.with_suffix(".projected.f32").write_bytes(projected.tobytes())
    report("as they are", meetings, questions, asked)
    report("projected", meetings, questions, projected)
    out = pathlib.Path(__file__).parent.parent / "service/features/ask/projection-weights.ts"
    out.write_text(source(train([meetings[name] for name in names])))
