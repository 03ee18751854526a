/**
 * Writes what train-ask.py learns from: the features of every turn of noted meetings for each question that
 * was asked about them, as the service computes them.
 *
 *     npx node models/ask-features.ts NOTES MEETINGS.jsonl VECTORS OUT
 *
 * A meeting is {"name", "turns": [{"speaker", "text"}], "specific": [{"query", "spans": [[first, last]]}]}; its
 * notes, where it has any, are in NOTES/name.json: {"questions_to_ask": [{"question", "turns"}], "unanswerable":
 * [question]}. VECTORS is a folder that keeps the meetings' vectors for the next run. OUT.json names the features and
 * the questions, and OUT.f32 has a row of features (32-bit floats) for every turn of every question, in their order.
 */
import { closeSync, existsSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import path from 'node:path'
import { createLog } from '../service/core/log.ts'
import { createEmbedder } from '../service/engine/embedding/embedder.ts'
import { bundledModelsFolder } from '../service/engine/models/catalogue.ts'
import { meanVectors, textsOf } from '../service/features/ask/embedding.ts'
import { readQuestion } from '../service/features/ask/question.ts'
import { featuresOf } from '../service/features/ask/turn-features.ts'

type Span = [first: number, last: number]
type Asked = {
  kind: 'annotated' | 'noted' | 'unanswerable' | 'foreign'
  question: string
  spans: Span[]
}
type Meeting = {
  name: string
  turns: { speaker: string; text: string }[]
  specific: { query: string; spans: Span[] }[]
}
type Notes = { questions_to_ask: { question: string; turns: number[] }[]; unanswerable: string[] }

/** Characters of a question that the service reads. */
const mostCharacters = 500

const [notes = '', meetingsFile = '', vectors = '', out = ''] = process.argv.slice(2)
const embedder = createEmbedder({ log: createLog('silent'), folders: [bundledModelsFolder] })
const found = await embedder.model()
if (!found) throw new Error('The embedding model is gone.')
const model = found
const { signal } = new AbortController()

const meetings = readFileSync(meetingsFile, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Meeting)
const asked = meetings.map(questionsOf)
const index: {
  meeting: string
  kind: Asked['kind']
  question: string
  spans: Span[]
  turns: number
}[] = []
let names: string[] = []
const file = openSync(`${out}.f32`, 'w')
for (const [at, meeting] of meetings.entries()) {
  // Questions on other meetings are easy ones without an answer.
  const foreign = nextOf(at).map(({ question }): Asked => ({
    kind: 'foreign',
    question,
    spans: [],
  }))
  await writeRows(meeting, [...(asked[at] ?? []), ...foreign])
}
closeSync(file)
writeFileSync(`${out}.json`, JSON.stringify({ names, questions: index }))
await embedder.stop()

/** Some that were noted of the next meeting with notes. */
function nextOf(at: number): Asked[] {
  const later = [...asked.slice(at + 1), ...asked.slice(0, at)]
  return later
    .flat()
    .filter(({ kind }) => kind === 'noted')
    .slice(0, 4)
}

function questionsOf({ name, specific }: Meeting): Asked[] {
  const own = path.join(notes, `${name}.json`)
  const annotated = specific.map(({ query, spans }): Asked => ({
    kind: 'annotated',
    question: query.slice(0, mostCharacters),
    spans,
  }))
  if (!existsSync(own)) return annotated
  const { questions_to_ask: noted, unanswerable } = JSON.parse(readFileSync(own, 'utf8')) as Notes
  return [
    ...annotated,
    ...noted.map(({ question, turns }): Asked => ({
      kind: 'noted',
      question,
      spans: turns.map((turn): Span => [turn - 1, turn + 1]),
    })),
    ...unanswerable.map((question): Asked => ({ kind: 'unanswerable', question, spans: [] })),
  ]
}

async function writeRows(meeting: Meeting, questions: readonly Asked[]): Promise<void> {
  const said = await vectorsOf(meeting)
  const meant = await embedder.embed(
    model,
    questions.map(({ question }) => question),
    signal,
  )
  for (const [at, { kind, question, spans }] of questions.entries()) {
    const turns = meeting.turns.map((turn, place) => ({
      ...turn,
      similarity: product(said[place], meant[at]),
    }))
    const features = featuresOf(
      readQuestion(question, 'en', () => false),
      [turns],
    )
    names = Object.keys(features)
    const columns = Object.values(features)
    const rows = new Float32Array(turns.length * columns.length)
    for (const [column, values] of columns.entries()) {
      for (const [row, value] of values.entries()) rows[row * columns.length + column] = value
    }
    writeSync(file, new Uint8Array(rows.buffer))
    index.push({ meeting: meeting.name, kind, question, spans, turns: turns.length })
  }
}

async function vectorsOf({ name, turns }: Meeting): Promise<Float32Array[]> {
  const kept = path.join(vectors, `${name}.f32`)
  if (!existsSync(kept)) {
    const texts = turns.flatMap(({ text }, at) =>
      textsOf({ text, before: turns[at - 1]?.text ?? null }),
    )
    const both = await embedder.embed(model, texts, signal)
    writeFileSync(kept, Float32Array.from(meanVectors(both).flat()))
  }
  const bytes = readFileSync(kept)
  const all = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)
  const width = all.length / turns.length
  return turns.map((_, at) => all.subarray(at * width, (at + 1) * width))
}

function product(one: ArrayLike<number> = [], other: ArrayLike<number> = []): number {
  let sum = 0
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0)
  return sum
}
