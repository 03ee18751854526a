/** Transcripts with what a careful reader listed by hand, and how an analysis compares with it. */
import { readdirSync, readFileSync } from 'node:fs'

import type { JsonSchema, Writer, WriterSegment, Writing } from '../../../service/engine/engine.ts'

type Fact = { time: string; words: string }

export type ReferenceTalk = {
  name: string
  /**
   * Written after the rules, and measured once before they were changed again: 31 of 39 tasks were
   * found then, 31 of the 37 that were told were right, and every claim had its evidence.
   */
  held_out?: boolean
  language: string
  recorded_on: string
  /** `m:ss Speaker: what was said`. */
  lines: string[]
  facts: {
    action_items: (Fact & { owner: string | null; due: string | null })[]
    topics: string[]
    questions: (Fact & { answer?: string })[]
    open_questions: Fact[]
    objections: (Fact & { answer?: string })[]
  }
}

const folder = new URL('../../fixtures/analysis/', import.meta.url)

/** Every talk of the reference set, by the name of its file. */
export function referenceTalks(): ReferenceTalk[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .toSorted()
    .map((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')))
}

const line = /^(\d+):(\d\d) ([^:]+): (.*)$/u

/** The lines as a recogniser hands them over; the id of a segment is its time. */
export function segmentsOf({ lines }: ReferenceTalk): WriterSegment[] {
  return lines.map((text, index) => {
    const [, minutes, seconds, speaker = '', said = ''] = line.exec(text) ?? []
    const start = Number(minutes) * 60 + Number(seconds)
    // Times are whole seconds, two short lines may share one.
    return { id: `${minutes}:${seconds}#${index}`, start, end: start + 1, speaker, text: said }
  })
}

const text = { type: 'string' }
const maybe = { type: ['string', 'null'] }
const listOf = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'array',
  items: { type: 'object', properties, required: Object.keys(properties) },
})
const texts = { type: 'array', items: text }

export const referenceSchema: JsonSchema = {
  type: 'object',
  properties: {
    summary: { type: 'string', maxLength: 600 },
    key_topics: { ...texts, maxItems: 8 },
    action_items: listOf({ task: text, owner: maybe, due: maybe }),
    questions: listOf({ question: text, answer: maybe }),
    open_questions: texts,
    objections: listOf({ concern: text, response: maybe }),
    decisions: texts,
    risks: texts,
    highlights: texts,
  },
  required: ['summary', 'key_topics', 'action_items', 'questions', 'open_questions', 'objections'],
}

type Result = {
  key_topics: string[]
  action_items: { task: string; owner: string | null; due: string | null }[]
  questions: { question: string; answer: string | null }[]
  open_questions: string[]
  objections: { concern: string; response: string | null }[]
}

/** How many of how many. */
export type Share = { part: number; whole: number }

const measures = [
  'evidence',
  'actionsFound',
  'actionsRight',
  'owners',
  'dues',
  'topicsFound',
  'questionsFound',
  'answers',
  'openFound',
  'openRight',
  'objectionsFound',
  'objectionsRight',
  'responses',
] as const

export type Score = Record<(typeof measures)[number], Share> & { misses: string[] }

export function emptyScore(): Score {
  const shares = Object.fromEntries(measures.map((name) => [name, { part: 0, whole: 0 }]))
  // Every measure has just been put in.
  return { ...(shares as Record<(typeof measures)[number], Share>), misses: [] }
}

export const rate = ({ part, whole }: Share): number => (whole === 0 ? 1 : part / whole)

const wordsOf = (said: string) =>
  said
    .toLowerCase()
    .replaceAll('’', "'")
    .match(/[\p{L}\p{N}']+/gu) ?? []

/** Share of the listed words that the text has. */
function holds(said: string, words: string): boolean {
  const has = new Set(wordsOf(said))
  const wanted = wordsOf(words)
  return wanted.filter((word) => has.has(word)).length >= 0.6 * wanted.length
}

/** Analyses one talk and adds how it compares to `score`. */
export async function addScore(score: Score, talk: ReferenceTalk, writer: Writer): Promise<void> {
  const segments = segmentsOf(talk)
  const writing = await writer.write(
    {
      instructions: '',
      segments,
      language: talk.language,
      recordedOn: talk.recorded_on,
      schema: referenceSchema,
    },
    { signal: new AbortController().signal, onProgress: () => {} },
  )
  const timesAt = (pointer: string) =>
    (writing.evidence[pointer] ?? []).map((id) => id.split('#')[0] ?? '')
  // Checked against the schema that this type mirrors.
  const result = writing.result as Result
  addEvidence(score, talk, { segments, writing })
  addActions(score, talk, { result, timesAt })
  addRemarks(score, talk, { result, timesAt })
  for (const topic of talk.facts.topics) {
    const found = result.key_topics.some((one) => holds(one, topic) || holds(topic, one))
    count(score, 'topicsFound', found, `${talk.name}: topic ${topic}`)
  }
}

function count(score: Score, name: (typeof measures)[number], isRight: boolean, miss: string) {
  score[name].whole += 1
  if (isRight) score[name].part += 1
  else score.misses.push(`${name}: ${miss}`)
}

/** Each text's segments exist and have every word of it. */
function addEvidence(
  score: Score,
  talk: ReferenceTalk,
  { segments, writing }: { segments: WriterSegment[]; writing: Writing },
) {
  const dates = new Set(talk.facts.action_items.map(({ due }) => due))
  for (const { pointer, value } of textsIn(writing.result, '')) {
    const ids = writing.evidence[pointer] ?? []
    const said = segments.filter(({ id }) => ids.includes(id))
    const has = new Set(said.flatMap(({ text: own, speaker }) => wordsOf(`${speaker} ${own}`)))
    // A date that was worked out is judged with the tasks, here only that it points somewhere.
    const isDate = /^\d{4}-\d\d-\d\d$/u.test(value) && (dates.has(value) || said.length > 0)
    const isSupported = said.length > 0 && (isDate || wordsOf(value).every((word) => has.has(word)))
    count(score, 'evidence', isSupported, `${talk.name}: ${pointer} ${value}`)
  }
}

function textsIn(value: unknown, pointer: string): { pointer: string; value: string }[] {
  if (typeof value === 'string') return value === '' ? [] : [{ pointer, value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, `${pointer}/${key}`))
}

type Found = { result: Result; timesAt: (pointer: string) => string[] }

function addActions(score: Score, { name, facts }: ReferenceTalk, { result, timesAt }: Found) {
  const used = new Set<number>()
  for (const listed of facts.action_items) {
    const at = result.action_items.findIndex(
      ({ task }, index) =>
        timesAt(`/action_items/${index}/task`).includes(listed.time) && holds(task, listed.words),
    )
    const found = result.action_items[at]
    count(score, 'actionsFound', found !== undefined, `${name}: ${listed.time} ${listed.words}`)
    if (!found) continue
    used.add(at)
    const said = `${name}: ${found.task}`
    count(score, 'owners', found.owner === listed.owner, `${said} by ${found.owner}`)
    count(score, 'dues', found.due === listed.due, `${said} due ${found.due}`)
  }
  for (const [index, { task, owner, due }] of result.action_items.entries()) {
    count(score, 'actionsRight', used.has(index), `${name}: ${task} (${owner}, ${due})`)
  }
}

function addRemarks(score: Score, { name, facts }: ReferenceTalk, { result, timesAt }: Found) {
  for (const { time, words, answer } of facts.questions) {
    const at = result.questions.findIndex(({ question }) => holds(question, words))
    count(score, 'questionsFound', at >= 0, `${name}: ${time} ${words}`)
    if (!answer || at < 0) continue
    const times = timesAt(`/questions/${at}/answer`)
    count(score, 'answers', times.includes(answer), `${name}: ${words} ${times}`)
  }
  for (const { time, words } of facts.open_questions) {
    const found = result.open_questions.some((one) => holds(one, words))
    count(score, 'openFound', found, `${name}: ${time} ${words}`)
  }
  for (const question of result.open_questions) {
    const isListed = facts.open_questions.some(({ words }) => holds(question, words))
    count(score, 'openRight', isListed, `${name}: ${question}`)
  }
  for (const { time, words, answer } of facts.objections) {
    const at = result.objections.findIndex(({ concern }) => holds(concern, words))
    count(score, 'objectionsFound', at >= 0, `${name}: ${time} ${words}`)
    if (!answer || at < 0) continue
    const times = timesAt(`/objections/${at}/response`)
    count(score, 'responses', times.includes(answer), `${name}: ${words} ${times}`)
  }
  for (const { concern } of result.objections) {
    const isListed = facts.objections.some(({ words }) => holds(concern, words))
    count(score, 'objectionsRight', isListed, `${name}: ${concern}`)
  }
}
