/**
 * Writes the vectors that train-ask-projection.py and ask-features.ts read.
 *
 *     npx node models/ask-vectors.ts NOTES MEETINGS.jsonl VECTORS OUT
 *
 * Meetings and notes are as in ask-questions.ts; the notes of a meeting, where it has any, are in NOTES/name.json.
 * VECTORS is a folder that keeps the meetings' vectors (name.f32) for the next run. OUT.json lists the words of each turn,
 * questions and statements, and OUT.f32 has a vector (32-bit floats) for each question, then for each statement.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createLog } from '../service/core/log.ts'
import { createEmbedder } from '../service/engine/embedding/embedder.ts'
import { bundledModelsFolder } from '../service/engine/models/catalogue.ts'
import { meanVectors, textsOf } from '../service/features/ask/embedding.ts'
import { questionsOf, statementsOf, type Asked, type Meeting, type Notes } from './ask-questions.ts'

const [notesFolder = '', meetingsFile = '', vectors = '', out = ''] = process.argv.slice(2)
const embedder = createEmbedder({ log: createLog('silent'), folders: [bundledModelsFolder] })
const found = await embedder.model()
if (!found) throw new Error('The embedding model is gone.')
const model = found
const { signal } = new AbortController()

const meetings = readFileSync(meetingsFile, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Meeting)
for (const meeting of meetings) await keepVectors(meeting)
const put = meetings.map((meeting) => questionsOf(meeting, notesOf(meeting)))
const questions = meetings.flatMap(({ name: meeting }, at) =>
  [...(put[at] ?? []), ...foreignTo(at)].map((one) => ({ meeting, ...one })),
)
const statements = meetings.flatMap((meeting) =>
  statementsOf(meeting, notesOf(meeting)).map((one) => ({
    meeting: meeting.name,
    ...one,
  })),
)
const texts = [...questions.map(({ question }) => question), ...statements.map(({ text }) => text)]
const unique = [...new Set(texts)]
const embedded = new Map(
  (await embedder.embed(model, unique, signal)).map((vector, at) => [unique[at], vector]),
)
writeFileSync(`${out}.f32`, Float32Array.from(texts.flatMap((text) => embedded.get(text) ?? [])))
const lengths = meetings.map(({ name, turns }) => [name, turns.map(({ text }) => wordsIn(text))])
writeFileSync(
  `${out}.json`,
  JSON.stringify({ meetings: Object.fromEntries(lengths), questions, statements }),
)
await embedder.stop()

function wordsIn(text: string): number {
  return Math.max(1, text.split(/\s+/u).length)
}

function notesOf({ name }: Meeting): Notes | undefined {
  const own = path.join(notesFolder, `${name}.json`)
  return existsSync(own) ? (JSON.parse(readFileSync(own, 'utf8')) as Notes) : undefined
}

/** Questions that were noted of the next meeting with notes: easy ones without an answer. */
function foreignTo(at: number): Asked[] {
  return [...put.slice(at + 1), ...put.slice(0, at)]
    .flat()
    .filter(({ kind }) => kind === 'noted')
    .slice(0, 4)
    .map(({ question }) => ({ kind: 'foreign', question, spans: [] }))
}

async function keepVectors({ name, turns }: Meeting): Promise<void> {
  const kept = path.join(vectors, `${name}.f32`)
  if (existsSync(kept)) return
  const said = turns.flatMap(({ text }, at) =>
    textsOf({ text, before: turns[at - 1]?.text ?? null }),
  )
  const both = await embedder.embed(model, said, signal)
  writeFileSync(kept, Float32Array.from(meanVectors(both).flat()))
}
