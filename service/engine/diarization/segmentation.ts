/**
 * Finds who of up to three people speaks when, ten seconds at a time,
 * with pyannote's segmentation model.
 */
import type { Span } from '../engine.ts'
import type { Segmentation } from './onnx-models.ts'
import { sampleRate, type WavReader } from '../sound/wav.ts'

/**
 * A span in which the same people speak, and how many; 0 if only the voice detector found speech.
 * `isFaint` if it did not: too quiet, or a pause, to tell a voice by. `localSpeakers` are those people as
 * the model tells them apart within its ten seconds: a number is one person's, of one chunk only.
 */
export type Run = Span & { people: 0 | 1 | 2; localSpeakers?: number[]; isFaint?: true }

/** Chunk length in seconds that the model was trained on. */
const chunkSeconds = 10

/** A chunk lacks context at its edges, so its neighbours are used there. */
const edgeSeconds = 1
const hopSeconds = chunkSeconds - 2 * edgeSeconds

/** The model returns one frame per 270 samples, the first centred on sample 495 of the chunk. */
const frameSamples = 270
const firstFrameStart = 495 - frameSamples / 2

/**
 * The model's classes: nobody, each of three speakers alone, each pair of them (Plaquet and Bredin
 * 2023).
 */
const classes = [[], [0], [1], [2], [0, 1], [0, 2], [1, 2]] as const
const nobody = 0

/**
 * Finds the runs of a recording around the part of `speech` that is within `share`. Both are in
 * order and do not overlap.
 */
export async function findRuns(
  { wav, segmentation }: { wav: WavReader; segmentation: Segmentation },
  { speech, share }: { speech: readonly Span[]; share: Span },
  onProgress: (fraction: number) => void,
): Promise<Run[]> {
  const runs: Run[] = []
  const planned = planChunks(wav.seconds, speech).filter(
    ({ usedFor }) => usedFor.start < share.end && usedFor.end > share.start,
  )
  for (const [at, { start, usedFor }] of planned.entries()) {
    const sound = new Float32Array(chunkSeconds * sampleRate)
    sound.set(await wav.samples({ start, end: start + chunkSeconds }))
    runs.push(...runsOf(await segmentation.speakers(sound), start, usedFor))
    onProgress((at + 1) / planned.length)
  }
  return runs
}

type PlannedChunk = { start: number; usedFor: Span }

/** Chunk starts do not depend on `speech`: what is quiet before it changes nothing. */
function planChunks(seconds: number, speech: readonly Span[]): PlannedChunk[] {
  const planned: PlannedChunk[] = []
  let next = 0
  for (let start = 0; start < seconds; start += hopSeconds) {
    const isLast = start + chunkSeconds >= seconds
    const usedFor = {
      start: start === 0 ? 0 : start + edgeSeconds,
      end: isLast ? seconds : start + chunkSeconds - edgeSeconds,
    }
    while ((speech[next]?.end ?? Infinity) <= usedFor.start) next += 1
    if ((speech[next]?.start ?? Infinity) < usedFor.end) planned.push({ start, usedFor })
    if (isLast) break
  }
  return planned
}

/** Joins equal frames into runs on the recording's clock, limited to the span `usedFor`. */
function runsOf(frames: Int32Array, chunkStart: number, usedFor: Span): Run[] {
  const runs: Run[] = []
  const at = (frame: number): number =>
    chunkStart + (firstFrameStart + frame * frameSamples) / sampleRate
  for (let first = 0; first < frames.length;) {
    const who = frames[first] ?? nobody
    let next = first + 1
    while (next < frames.length && frames[next] === who) next += 1
    const start = Math.max(at(first), usedFor.start)
    const end = Math.min(at(next), usedFor.end)
    const localSpeakers = (classes[who] ?? []).map((person) => chunkStart * classes.length + person)
    if (who !== nobody && end > start) {
      runs.push({ start, end, people: localSpeakers.length === 1 ? 1 : 2, localSpeakers })
    }
    first = next
  }
  return runs
}

/**
 * The voice detector's spans slightly exceed the runs; a difference this short is not another
 * speaker's speech.
 */
const shortestAlone = 0.3

/**
 * The runs decide where the speaker changes, and what they contain beyond the voice detector's
 * speech is speech too: people far away or quiet. A voice is told by what both
 * find, because pauses inside a run distort its embedding.
 */
export function cutSpeech(speech: readonly Span[], runs: readonly Run[]): Run[] {
  return [...cutDetected(speech, runs), ...cutFaint(speech, runs)].toSorted(
    (a, b) => a.start - b.start,
  )
}

/** Less than this is a pause with a breath, or with the room's noise. */
const shortestFaint = 0.7

/** The parts of runs that lie outside of the detected speech. */
function cutFaint(speech: readonly Span[], runs: readonly Run[]): Run[] {
  const cut: Run[] = []
  let first = 0
  for (const run of runs) {
    while ((speech[first]?.end ?? Infinity) <= run.start) first += 1
    let at = run.start
    for (let next = first; (speech[next]?.start ?? Infinity) < run.end; next += 1) {
      const { start, end } = speech[next] ?? run
      if (start > at) cut.push({ ...run, start: at, end: start, isFaint: true })
      at = end
    }
    if (run.end > at) cut.push({ ...run, start: at, isFaint: true })
  }
  return cut.filter(({ start, end }) => end - start >= shortestFaint)
}

function cutDetected(speech: readonly Span[], runs: readonly Run[]): Run[] {
  const cut: Run[] = []
  let first = 0
  for (const { start, end } of speech) {
    while ((runs[first]?.end ?? Infinity) <= start) first += 1
    let at = start
    for (let next = first; (runs[next]?.start ?? Infinity) < end; next += 1) {
      const run = runs[next]
      if (run === undefined) break
      if (run.start - at > shortestAlone) cut.push({ start: at, end: run.start, people: 0 })
      at = Math.max(at, run.start)
      const until = Math.min(run.end, end)
      if (until > at) cut.push({ ...run, start: at, end: until })
      at = until
    }
    if (end - at > shortestAlone) cut.push({ start: at, end, people: 0 })
  }
  return cut
}
