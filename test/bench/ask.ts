/**
 * How often Ask finds what was said, and says so where nothing was: `node test/bench/ask.ts [-v]`. Each
 * question is put to its recording alone and to all of them.
 */
import { scriptedTranscriber, scriptedWriter } from '../support/engine.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { givenAsked, type NextHeard } from '../support/asking.ts'
import { spoken } from '../support/engine.ts'
import { askQuestions, type AskQuestion } from '../fixtures/ask/questions.ts'
import { askRecordings, type AskRecording } from '../fixtures/ask/recordings.ts'
import { spokenQuestions } from '../fixtures/ask/spoken-questions.ts'
import { listRecordings } from '../support/sound.ts'

const isVerbose = process.argv.includes('-v')

type Outcome = { asked: AskQuestion; isFound: boolean; isFirst: boolean; isQuoted: boolean }

async function ask(app: TestApp, path: string, asked: AskQuestion, contentId?: string) {
  const body = { question: asked.question, ...(contentId && { content_id: contentId }) }
  const { data } = (await app.call('POST', path, { body })).body
  const texts: string[] = data.quotes.map(({ text }: { text: string }) => text)
  const isRight = (text: string) => asked.answers.some((answer) => text.includes(answer))
  const isFirst = isRight(texts[0] ?? '')
  const outcome = { asked, isFound: data.is_found, isFirst, isQuoted: texts.some(isRight) }
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
  const found = outcomes.filter(({ isFound }) => isFound)
  const rightly = answerable.filter(({ isFound }) => isFound)
  const share = (part: number, whole: number) => `${part}/${whole} = ${(part / whole).toFixed(2)}`
  process.stdout.write(
    `${title}: precision of found ${share(rightly.length, found.length)}, ` +
      `recall ${share(rightly.length, answerable.length)}, ` +
      `first quote right ${share(answerable.filter((one) => one.isFirst).length, answerable.length)}, ` +
      `any quote right ${share(answerable.filter((one) => one.isQuoted).length, answerable.length)}\n`,
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

const next: NextHeard = { heard: spoken() }
const app = await startTestApp({
  transcriber: scriptedTranscriber(async () => next.heard),
  writer: scriptedWriter(undefined, { status: async () => ({ ready: false, reason: 'none' }) }),
  env: { EARSHOT_RATE_LIMIT_FACTOR: '1000' },
})
try {
  const { projectId, ids } = await givenAsked(app, next, askRecordings)
  const path = `/v1/projects/${projectId}/ask`
  for (const [name, isTuned] of [
    ['calibrated with', true],
    ['held out', false],
  ] as const) {
    const asked = askQuestions.filter((one) => one.isTuned === isTuned)
    const alone: Outcome[] = []
    const all: Outcome[] = []
    for (const one of asked) {
      alone.push(await ask(app, path, one, ids.get(one.about ?? '')))
      all.push(await ask(app, path, one))
    }
    report(`${name}, one recording`, alone)
    report(`${name}, the project`, all)
  }
  const real = await givenAsked(app, next, realRecordings())
  const outcomes: Outcome[] = []
  for (const one of real.ids.size > 0 ? spokenQuestions : []) {
    outcomes.push(await ask(app, `/v1/projects/${real.projectId}/ask`, one))
  }
  if (outcomes.length > 0) report('real recordings, the project', outcomes)
} finally {
  await app.stop()
}
