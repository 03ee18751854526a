/**
 * How often Ask finds what was said, and says so where nothing was: `npx node test/bench/ask.ts [-v]`. Each
 * question is put to its recording alone and to all of them; without the embedding model, and with it.
 */
import { scriptedTranscriber, scriptedWriter } from '../support/engine.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { givenAsked, type NextTranscription } from '../support/asking.ts'
import { spoken } from '../support/engine.ts'
import { createLog } from '../../service/core/log.ts'
import { createEmbedder, type Embedder } from '../../service/engine/embedding/embedder.ts'
import { bundledModelsFolder } from '../../service/engine/models/catalogue.ts'
import { absentEmbedder } from '../support/embedder.ts'
import { askQuestions, type AskQuestion } from '../fixtures/ask/questions.ts'
import { paraphrases } from '../fixtures/ask/paraphrases.ts'
import { askRecordings, type AskRecording } from '../fixtures/ask/recordings.ts'
import { spokenQuestions } from '../fixtures/ask/spoken-questions.ts'
import { listRecordings } from '../support/sound.ts'
import { quantile } from './report.ts'

const isVerbose = process.argv.includes('-v')

type Outcome = {
  asked: AskQuestion
  isFound: boolean
  isFirst: boolean
  isQuoted: boolean
  ms: number
}

async function ask(app: TestApp, path: string, asked: AskQuestion, contentId?: string) {
  const body = { question: asked.question, ...(contentId && { content_id: contentId }) }
  const from = performance.now()
  const { data } = (await app.call('POST', path, { body })).body
  const ms = performance.now() - from
  const texts: string[] = data.quotes.map(({ text }: { text: string }) => text)
  const isRight = (text: string) => asked.answers.some((answer) => text.includes(answer))
  const isFirst = isRight(texts[0] ?? '')
  const outcome = { asked, isFound: data.is_found, isFirst, isQuoted: texts.some(isRight), ms }
  const isWrong = asked.answers.length > 0 ? !isFirst : data.is_found
  // What was held out is not looked at, only counted.
  if (isVerbose && isWrong && asked.isTuned) {
    const [first] = data.quotes
    process.stdout.write(
      `${asked.answers.length > 0 ? 'missed ' : 'made up'} ${contentId ? 'one' : 'all'} ` +
        `${asked.question}\n    ${first?.score} ${first?.text}\n`,
    )
  }
  return outcome
}

function report(title: string, outcomes: readonly Outcome[]): void {
  const answerable = outcomes.filter(({ asked }) => asked.answers.length > 0)
  const others = outcomes.filter(({ asked }) => asked.answers.length === 0)
  const share = (part: readonly Outcome[], whole: readonly Outcome[]) =>
    `${part.length}/${whole.length} = ${(part.length / whole.length).toFixed(2)}`
  process.stdout.write(
    `${title}: found ${share(
      answerable.filter(({ isFound }) => isFound),
      answerable,
    )}, first quote right ${share(
      answerable.filter(({ isFirst }) => isFirst),
      answerable,
    )}, any quote right ${share(
      answerable.filter(({ isQuoted }) => isQuoted),
      answerable,
    )}, false answers ${share(
      others.filter(({ isFound }) => isFound),
      others,
    )}, ${quantile(
      outcomes.map(({ ms }) => ms),
      0.5,
    ).toFixed(0)} ms each\n`,
  )
}

/** The texts of the real recordings, sentence by sentence. */
function realRecordings(): AskRecording[] {
  const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })
  return listRecordings().flatMap(({ file: name, text, language }) => {
    const lines = [...segmenter.segment(text ?? '')].map(({ segment }) => `0 ${segment.trim()}`)
    return lines.length > 0
      ? [{ name, language: language ?? 'en', speakers: ['Reader'], lines }]
      : []
  })
}

const sets = [true, false].flatMap((isTuned) =>
  [
    { about: 'in their words', questions: askQuestions },
    { about: 'in other words', questions: paraphrases },
  ].map(({ about, questions }): [string, AskQuestion[]] => [
    `${about}, ${isTuned ? 'calibrated with' : 'held out'}`,
    questions.filter((one) => one.isTuned === isTuned),
  ]),
)

async function measure(title: string, embedder: Embedder): Promise<void> {
  const next: NextTranscription = { transcription: spoken() }
  const app = await startTestApp({
    transcriber: scriptedTranscriber(async () => next.transcription),
    writer: scriptedWriter(undefined, { status: async () => ({ ready: false, reason: 'none' }) }),
    embedder,
    env: { EARSHOT_RATE_LIMIT_FACTOR: '1000' },
  })
  try {
    const { projectId, ids } = await givenAsked(app, next, askRecordings)
    await app.idle()
    const path = `/v1/projects/${projectId}/ask`
    for (const [about, asked] of sets) {
      const alone: Outcome[] = []
      const all: Outcome[] = []
      for (const one of asked) {
        alone.push(await ask(app, path, one, ids.get(one.about ?? '')))
        all.push(await ask(app, path, one))
      }
      report(`${title}, ${about}, one recording`, alone)
      report(`${title}, ${about}, the project`, all)
    }
    await measureReal(title, app, next)
  } finally {
    await app.stop()
  }
}

async function measureReal(title: string, app: TestApp, next: NextTranscription): Promise<void> {
  const real = await givenAsked(app, next, realRecordings())
  await app.idle()
  const outcomes: Outcome[] = []
  for (const one of real.ids.size > 0 ? spokenQuestions : []) {
    outcomes.push(await ask(app, `/v1/projects/${real.projectId}/ask`, one))
  }
  if (outcomes.length > 0) report(`${title}, real recordings, the project`, outcomes)
}

const log = createLog('silent')
await measure('without a model', absentEmbedder())
await measure('with the model', createEmbedder({ log, folders: [bundledModelsFolder] }))
// The test databases run on threads that are kept for further tests.
process.exit(0)
