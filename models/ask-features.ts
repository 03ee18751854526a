/**
 * Writes what train-ask.py learns from: the features of every turn for each question that was asked about it, as
 * the service computes them.
 *
 *     npx node models/ask-features.ts MEETINGS.jsonl VECTORS PATH
 *
 * Reads what ask-vectors.ts wrote to VECTORS and PATH, and PATH.projected.f32 of train-ask-projection.py where it
 * is there: projections by weights that did not see the meeting. Else, as for other meetings, the service's own
 * projection is taken. PATH.features.json names the features and the questions, and PATH.features.f32 has a row of
 * features (32-bit floats) for every turn of every question, in their order.
 */
import { closeSync, existsSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import path from 'node:path'
import { projectQuestion } from '../service/features/ask/project-question.ts'
import { readQuestion } from '../service/features/ask/question.ts'
import { featuresOf } from '../service/features/ask/turn-features.ts'
import type { Asked, Meeting } from './ask-questions.ts'

const [meetingsFile = '', vectors = '', base = ''] = process.argv.slice(2)
type Row = Asked & { meeting: string }
const { questions, statements } = JSON.parse(readFileSync(`${base}.json`, 'utf8')) as {
  questions: Row[]
  statements: unknown[]
}
const meetings = new Map(
  readFileSync(meetingsFile, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Meeting)
    .map((meeting) => [meeting.name, meeting]),
)
const asked = readVectors(`${base}.f32`, questions.length + statements.length)
const projectedFile = `${base}.projected.f32`
const projected = existsSync(projectedFile)
  ? readVectors(projectedFile, questions.length)
  : asked.slice(0, questions.length).map((vector) => projectQuestion([...vector]))

let names: string[] = []
const written: unknown[] = []
let compared = { name: '', vectors: [] as Float32Array[] }
const file = openSync(`${base}.features.f32`, 'w')
for (const [at, row] of questions.entries()) writeRows(at, row)
closeSync(file)
writeFileSync(`${base}.features.json`, JSON.stringify({ names, questions: written }))

function writeRows(at: number, { meeting, question }: Row): void {
  const turns = meetings.get(meeting)?.turns ?? []
  if (compared.name !== meeting) {
    const kept = readVectors(path.join(vectors, `${meeting}.f32`), turns.length)
    compared = { name: meeting, vectors: kept }
  }
  const searched = turns.map((turn, place) => ({
    ...turn,
    similarity: product(compared.vectors[place], asked[at]),
    relevance: product(compared.vectors[place], projected[at]),
  }))
  const features = featuresOf(
    readQuestion(question, 'en', () => false),
    [searched],
  )
  names = Object.keys(features)
  const columns = Object.values(features)
  const rows = new Float32Array(searched.length * columns.length)
  for (const [column, values] of columns.entries()) {
    for (const [place, value] of values.entries()) rows[place * columns.length + column] = value
  }
  writeSync(file, new Uint8Array(rows.buffer))
  written.push({ ...questions[at], turns: searched.length })
}

/** @param count of vectors that the file holds */
function readVectors(name: string, count: number): Float32Array[] {
  const bytes = readFileSync(name)
  const all = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)
  const width = all.length / count
  return Array.from({ length: count }, (_, at) => all.subarray(at * width, (at + 1) * width))
}

function product(one: ArrayLike<number> = [], other: ArrayLike<number> = []): number {
  let sum = 0
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0)
  return sum
}
