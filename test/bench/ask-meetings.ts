/**
 * What Ask makes of a language model that knows the answers, on real meetings with notes: `npx node
 * test/bench/ask-meetings.ts MEETINGS.jsonl NOTES_FOLDER`. A stand-in for a server answers as the notes do where one of the
 * telling turns is among what it is given, and else null; so what is missing was not handed over, or was thrown away.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createConnected } from '../../service/engine/connected.ts'
import { createLog } from '../../service/core/log.ts'
import { createEmbedder } from '../../service/engine/embedding/embedder.ts'
import { bundledModelsFolder } from '../../service/engine/models/catalogue.ts'
import { createEarshot } from 'earshot/client'
import { startTestApp, type TestApp } from '../support/app.ts'
import { givenAsked, type NextTranscription } from '../support/asking.ts'
import { scriptedTranscriber, spoken } from '../support/engine.ts'
import { ollama, startModelServer, type ChatBody } from '../support/model-server.ts'
import { quantile } from './report.ts'

type Meeting = { name: string; turns: { speaker: string; text: string }[] }
type Notes = {
  questions_to_ask: { question: string; answer: string; turns: number[] }[]
  unanswerable: (string | { question: string })[]
}
type Asked = { meeting: string; question: string; answer: string | null; turns: string[] }

const [file = '', folder = ''] = process.argv.slice(2)
const meetings = readFileSync(file, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Meeting)
  .filter(({ name }) => existsSync(path.join(folder, `${name}.json`)))

const plain = (text: string) => text.replaceAll(/\s+/gu, ' ').trim()
const questions = meetings.flatMap(({ name, turns }): Asked[] => {
  const notes = JSON.parse(readFileSync(path.join(folder, `${name}.json`), 'utf8')) as Notes
  const unanswerable = notes.unanswerable.map((one) =>
    typeof one === 'string' ? one : one.question,
  )
  return [
    ...notes.questions_to_ask.map(({ question, answer, turns: telling }) => ({
      meeting: name,
      question,
      answer,
      turns: telling.map((at) => plain(turns[at]?.text ?? '')),
    })),
    ...unanswerable.map((question) => ({ meeting: name, question, answer: null, turns: [] })),
  ]
})

/** Beginnings of turns, which a model quotes; long ones are handed over in pieces. */
const quoteOf = (turn: string) => turn.split(' ').slice(0, 14).join(' ')

function oracle({ messages }: ChatBody): string {
  const prompt = plain(messages.at(-1)?.content ?? '')
  const asked = questions.find(({ question }) => prompt.includes(`Question: ${plain(question)}`))
  const told = asked?.turns.map(quoteOf).filter((quote) => prompt.includes(quote)) ?? []
  const isKnown = told.length > 0
  return JSON.stringify({ quotes: told.slice(0, 3), answer: isKnown ? asked?.answer : null })
}

type Outcome = { asked: Asked; isRight: boolean; isQuoted: boolean; isFound: boolean; ms: number[] }

async function ask(app: TestApp, asked: Asked, contentId?: string): Promise<Outcome> {
  const earshot = createEarshot({ baseUrl: app.baseUrl, apiKey: app.sessionToken })
  const body = { question: asked.question, ...(contentId && { content_id: contentId }) }
  const from = performance.now()
  const ms: number[] = []
  for await (const step of earshot.streamAnswer(body)) {
    ms.push(performance.now() - from)
    if (step.event !== 'done') continue
    const { answer, quotes, is_found: isFound } = step.data
    const isTelling = (text: string) => asked.turns.some((turn) => turn.includes(plain(text)))
    const isQuoted = quotes.some(({ text }) => isTelling(text))
    return { asked, isRight: answer === asked.answer, isQuoted, isFound, ms }
  }
  throw new Error('The stream had no end.')
}

function report(title: string, outcomes: readonly Outcome[]): void {
  const answerable = outcomes.filter(({ asked }) => asked.answer !== null)
  const others = outcomes.filter(({ asked }) => asked.answer === null)
  const count = (all: readonly Outcome[], is: (one: Outcome) => boolean) =>
    `${all.filter(is).length}/${all.length}`
  const times = (at: number) => outcomes.map(({ ms }) => ms[at] ?? Number.NaN)
  process.stdout.write(
    `${title}: right ${count(answerable, ({ isRight }) => isRight)}, found ${count(answerable, ({ isFound }) => isFound)}, ` +
      `a telling turn quoted ${count(answerable, ({ isQuoted }) => isQuoted)}, ` +
      `false answers ${count(others, ({ isFound }) => isFound)}; ` +
      `quotes after ${quantile(times(0), 0.5).toFixed(0)} ms (p95 ${quantile(times(0), 0.95).toFixed(0)}), ` +
      `the end after ${quantile(times(2), 0.5).toFixed(0)} ms (p95 ${quantile(times(2), 0.95).toFixed(0)})\n`,
  )
}

const server = await startModelServer({
  ...ollama(oracle),
  documents: {
    ...ollama(oracle).documents,
    'POST /api/show': {
      model_info: { 'llama.context_length': 131_072 },
      parameters: 'num_ctx 65536',
    },
  },
})
const model = {
  ...{ id: 'msv_1/llama3.2:3b', name: 'llama3.2:3b' },
  server: { baseUrl: server.baseUrl, apiKey: null, allowRemote: false },
}
const connected = createConnected()
let hasModel = false
const next: NextTranscription = { transcription: spoken() }
const app = await startTestApp({
  transcriber: scriptedTranscriber(async () => next.transcription),
  writer: {
    status: async () =>
      hasModel ? { ready: true, model: 'oracle@localhost' } : { ready: false, reason: 'none' },
    checkSchema: () => null,
    write: (request, work) => connected.write(model, request, work),
    stop: async () => {},
  },
  embedder: createEmbedder({ log: createLog('silent'), folders: [bundledModelsFolder] }),
  env: { EARSHOT_RATE_LIMIT_FACTOR: '1000' },
})
const recordings = meetings.map(({ name, turns }) => {
  const speakers = [...new Set(turns.map(({ speaker }) => speaker))]
  const lines = turns.map(
    ({ speaker, text }) => `${speakers.indexOf(speaker)} ${plain(text) || '…'}`,
  )
  return { name, language: 'en', speakers, lines }
})
const { ids } = await givenAsked(app, next, recordings)
await app.idle()
for (hasModel of [false, true]) {
  const title = hasModel ? 'with a model that knows' : 'built in'
  for (const isAlone of [true, false]) {
    const outcomes: Outcome[] = []
    for (const asked of questions)
      outcomes.push(await ask(app, asked, isAlone ? ids.get(asked.meeting) : undefined))
    report(`${title}, ${isAlone ? 'one meeting' : `${meetings.length} meetings`}`, outcomes)
    if (!process.argv.includes('-v')) continue
    for (const { asked, isFound } of outcomes.filter(({ isRight }) => !isRight))
      process.stdout.write(
        `  ${isFound ? 'other answer' : 'not found'}: ${asked.question} ${asked.answer}\n`,
      )
  }
}
await app.stop()
await server.stop()
// The test databases run on threads that are kept for further tests.
process.exit(0)
