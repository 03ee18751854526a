/** What the border model weighs at the start of every segment. Also what it is trained on. */
import {
  depthOf,
  indexWords,
  rankWithin,
  standardize,
  wordChanges,
  wordSimilarity,
  type WordIndex,
} from './cohesion.ts'
import { cues, openings } from './border-cues.ts'
import { sidesOf, toSpokenWords, type ChapterSegment, type SpokenWords } from './spoken-words.ts'

const similarityWidths = [60, 120, 250, 500, 900]
const changeWidths = [150, 400]
const speakerWidths = [120, 300]
/** Words on each side of a border that are searched for cues. */
const cueWords = 30
const mostCues = 2

/** Features by name, each with a value per segment. */
export type BorderFeatures = Record<string, number[]>

/** Yields to the process's other work after this many segments. */
const segmentsPerStep = 100

/** Yields to the event loop and throws if aborted. */
export async function borderFeatures(
  segments: readonly ChapterSegment[],
  signal: AbortSignal,
): Promise<BorderFeatures> {
  const spoken = toSpokenWords(segments)
  const index = indexWords(spoken)
  const features: BorderFeatures = {}
  for (const width of similarityWidths) {
    const similarity = wordSimilarity(spoken, index, width)
    features[`similarity${width}`] = standardize(similarity)
    features[`depth${width}`] = depthOf(spoken, similarity, width)
    features[`rank${width}`] = rankWithin(spoken, similarity, width)
    await pause(signal)
  }
  const runs = runsOf(spoken)
  for (const border of segments.keys()) {
    if (border % segmentsPerStep === segmentsPerStep - 1) await pause(signal)
    const row = {
      ...wordFeatures(spoken, index, border),
      ...cueFeatures(spoken, border),
      ...speakerFeatures(spoken, runs, border),
      ...placeFeatures(spoken, border),
    }
    for (const [name, value] of Object.entries(row)) (features[name] ??= []).push(value)
  }
  return features
}

async function pause(signal: AbortSignal): Promise<void> {
  await new Promise(setImmediate)
  signal.throwIfAborted()
}

type Row = Record<string, number>

function wordFeatures(spoken: SpokenWords, index: WordIndex, border: number): Row {
  const row: Row = {}
  for (const width of changeWidths) {
    const { fresh, done } = wordChanges(spoken, index, { border, width })
    row[`fresh${width}`] = fresh
    row[`done${width}`] = done
  }
  return row
}

function cueFeatures(spoken: SpokenWords, border: number): Row {
  const { from, to } = sidesOf(spoken, border, cueWords)
  const textOf = (start: number, end: number) =>
    spoken.segments
      .slice(start, end)
      .map(({ text }) => text)
      .join(' ')
      .replaceAll('’', "'")
      .split(/\s+/u)
  const before = textOf(from, border).slice(-cueWords).join(' ')
  const after = textOf(border, to).slice(0, cueWords).join(' ')
  const row: Row = {}
  for (const [name, cue] of Object.entries(cues)) {
    row[`${name}After`] = Math.min(mostCues, after.match(cue)?.length ?? 0)
    row[`${name}Before`] = Math.min(mostCues, before.match(cue)?.length ?? 0)
  }
  for (const [name, opening] of Object.entries(openings)) row[name] = Number(opening.test(after))
  return row
}

/** First and last segment of the uninterrupted speech that each segment is part of. */
function runsOf({ segments }: SpokenWords): { first: number; last: number }[] {
  const runs: { first: number; last: number }[] = []
  for (const [at, { speaker }] of segments.entries()) {
    const run = runs[at - 1]
    if (run && segments[at - 1]?.speaker === speaker) {
      run.last = at
      runs.push(run)
    } else runs.push({ first: at, last: at })
  }
  return runs
}

function speakerFeatures(
  spoken: SpokenWords,
  runs: ReturnType<typeof runsOf>,
  border: number,
): Row {
  const { before, segments } = spoken
  const words = (from: number, to: number) => (before[to] ?? 0) - (before[from] ?? 0)
  const run = runs[border]
  const row: Row = {
    sameSpeaker: Number(run !== undefined && run.first < border),
    runAfter: Math.log(1 + words(border, (run?.last ?? border) + 1)),
    runBefore: Math.log(1 + words(runs[border - 1]?.first ?? border, border)),
  }
  const own = segments[border]?.speaker ?? ''
  for (const width of speakerWidths) {
    const { from, to } = sidesOf(spoken, border, width)
    const earlier = sharesOf(spoken, from, border)
    const later = sharesOf(spoken, border, to)
    const all = new Set([...earlier.keys(), ...later.keys()])
    const change = (name: string) => (later.get(name) ?? 0) - (earlier.get(name) ?? 0)
    row[`change${width}`] = [...all].reduce((sum, name) => sum + Math.abs(change(name)), 0) / 2
    row[`own${width}`] = later.get(own) ?? 0
    row[`ownChange${width}`] = change(own)
  }
  return row
}

function sharesOf(
  { segments, before }: SpokenWords,
  from: number,
  to: number,
): Map<string, number> {
  const shares = new Map<string, number>()
  const all = Math.max(1, (before[to] ?? 0) - (before[from] ?? 0))
  for (let at = from; at < to; at += 1) {
    const speaker = segments[at]?.speaker ?? ''
    const words = (before[at + 1] ?? 0) - (before[at] ?? 0)
    shares.set(speaker, (shares.get(speaker) ?? 0) + words / all)
  }
  return shares
}

/** Meetings begin and end with something short: greetings and an agenda, next steps and goodbyes. */
function placeFeatures({ before, total }: SpokenWords, border: number): Row {
  const at = before[border] ?? 0
  return {
    place: at / total,
    wordsBefore: Math.log(1 + at),
    wordsAfter: Math.log(1 + total - at),
    nearStart: Math.exp(-at / 150),
    nearEnd: Math.exp((at - total) / 150),
    earlyOn: Math.exp(-at / 500),
    lateOn: Math.exp((at - total) / 500),
  }
}
