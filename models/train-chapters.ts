/**
 * Fits the model of chapter borders to meetings with notes, and measures it on meetings left out.
 *
 *     node models/train-chapters.ts MEETINGS_FOLDER
 *
 * MEETINGS_FOLDER has `train.jsonl` and `val.jsonl`, a meeting a line ({name, turns: [{speaker, text}]}),
 * and `notes/NAME.json` with chapters by their first turns ({chapters: [{start}]}). Writes service/engine/chapters/border-model.ts, always
 * the same for the same meetings. Prints Pk (Beeferman 1999; 0 is best, chance is near 0.5).
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { BorderModel } from '../service/engine/chapters/border-model.ts'
import { borderFeatures, type BorderFeatures } from '../service/engine/chapters/border-features.ts'
import { borderLikelihoods, chapterCount } from '../service/engine/chapters/find-borders.ts'
import { placeBorders } from '../service/engine/chapters/place-borders.ts'
import { toSpokenWords, type ChapterSegment } from '../service/engine/chapters/spoken-words.ts'
import { longestSegmentSeconds, toSegments } from '../service/engine/pipeline/segments.ts'
import { fitLogistic } from './fit-logistic.ts'

type Meeting = { name: string; turns: { speaker: string; text: string }[] }
type Notes = { chapters: { start: number }[] }
type Segment = ChapterSegment & { turn: number }
type Example = {
  segments: Segment[]
  features: BorderFeatures
  turns: number
  /** First turns of all chapters but the first. */
  borders: number[]
}

const secondsPerWord = 0.4
/** How sharply a border is set, in words: the sentence beside it is nearly as good. */
const borderWords = 40
const penalty = 100
const folds = 6

const [, , meetings] = process.argv
if (meetings === undefined) throw new Error('Name the folder with the meetings.')

const train = await readExamples('train')
report(`left out of train, ${folds} folds`, leaveOut(train))
const model = fit(train)
const file = path.join(import.meta.dirname, '../service/engine/chapters/border-model.ts')
writeFileSync(file, toSource(model))
report(
  'val',
  (await readExamples('val')).map((example) => ({ example, model })),
)

async function readExamples(part: string): Promise<Example[]> {
  const examples: Example[] = []
  for (const line of readFileSync(path.join(meetings ?? '', `${part}.jsonl`), 'utf8').split('\n')) {
    const meeting = line === '' ? null : (JSON.parse(line) as Meeting)
    const notes = path.join(meetings ?? '', 'notes', `${meeting?.name}.json`)
    if (!meeting || !existsSync(notes)) continue
    const { chapters } = JSON.parse(readFileSync(notes, 'utf8')) as Notes
    const segments = segmentsOf(meeting)
    examples.push({
      segments,
      features: await borderFeatures(segments, new AbortController().signal),
      turns: meeting.turns.length,
      borders: chapters.slice(1).map(({ start }) => start),
    })
  }
  return examples
}

/** As the service imports them: a turn is a segment, and a long one is split. */
function segmentsOf({ turns }: Meeting): Segment[] {
  let at = 0
  return turns.flatMap(({ speaker, text }, turn) => {
    const words = text.split(/\s+/u).map((word) => {
      const start = at
      at += secondsPerWord
      return { text: word, start, end: at, confidence: 1, hasSpace: true, speaker: 0 }
    })
    const start = words[0]?.start ?? at
    const whole = [{ start, end: at, text }]
    const isLong = at - start > longestSegmentSeconds
    const segments = isLong ? toSegments(words, 'en') : whole
    return segments.map((segment) => ({ ...segment, speaker, turn }))
  })
}

function fit(examples: readonly Example[]): BorderModel {
  const names = Object.keys(examples[0]?.features ?? {})
  const columns = names.map((name) =>
    Float64Array.from(examples.flatMap(({ features }) => features[name] ?? [])),
  )
  const labels = Float64Array.from(examples.flatMap(labelsOf))
  return fitLogistic({ names, columns, labels }, penalty)
}

/** 1 where a chapter begins, and less with every word from there. */
function labelsOf({ segments, borders }: Example): number[] {
  const { before } = toSpokenWords(segments)
  const places = borders.map((turn) => before[segments.findIndex((each) => each.turn >= turn)] ?? 0)
  return segments.map((_, at) =>
    Math.max(
      0,
      ...places.map((place) => Math.exp(-Math.abs((before[at] ?? 0) - place) / borderWords)),
    ),
  )
}

type Trial = { example: Example; model: BorderModel }

function leaveOut(examples: readonly Example[]): Trial[] {
  return Array.from({ length: folds }, (_, fold) => {
    const fitted = fit(examples.filter((_example, at) => at % folds !== fold))
    return examples.flatMap((example, at) =>
      at % folds === fold ? [{ example, model: fitted }] : [],
    )
  }).flat()
}

function report(title: string, trials: readonly Trial[]): void {
  const mean = (values: readonly number[]) =>
    (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(3)
  const ours = trials.map(({ example, model: fitted }) => {
    const likelihoods = borderLikelihoods(example.features, example.segments.length, fitted)
    const { before, total } = toSpokenWords(example.segments)
    const borders = placeBorders({ likelihoods, before, count: chapterCount(total) })
    return pk(
      example,
      borders.map((at) => example.segments[at]?.turn ?? 0),
    )
  })
  const even = trials.map(({ example }) => {
    const { borders, turns } = example
    const count = borders.length + 1
    return pk(
      example,
      borders.map((_, at) => Math.round((turns * (at + 1)) / count)),
    )
  })
  const figures = `Pk ${mean(ours)}, equal parts ${mean(even)}`
  process.stdout.write(`${title}: ${figures}, ${trials.length} meetings\n`)
}

/** Share of pairs of turns, half a mean chapter apart, on whose togetherness the two disagree. */
function pk({ borders, turns }: Example, found: readonly number[]): number {
  const reach = Math.max(2, Math.round(turns / (borders.length + 1) / 2))
  const crosses = (places: readonly number[], turn: number) =>
    places.some((place) => place > turn && place <= turn + reach)
  let wrong = 0
  for (let turn = 0; turn + reach < turns; turn += 1) {
    if (crosses(borders, turn) !== crosses(found, turn)) wrong += 1
  }
  return wrong / Math.max(1, turns - reach)
}

function toSource({ intercept, weights }: BorderModel): string {
  const lines = Object.entries(weights).map(([name, weight]) => `    ${name}: ${weight},`)
  return `/** Made by models/train-chapters.ts from 36 meetings; do not edit. */
export type BorderModel = { intercept: number; weights: Readonly<Record<string, number>> }

export const borderModel: BorderModel = {
  intercept: ${intercept},
  weights: {
${lines.join('\n')}
  },
}
`
}
