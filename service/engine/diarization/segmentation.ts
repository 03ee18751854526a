/** Who of up to three people speaks when, ten seconds at a time, by pyannote's segmentation. */
import { InferenceSession, Tensor } from 'onnxruntime-node'
import type { Span } from '../engine.ts'
import { oneThread } from './one-thread.ts'
import { sampleRate, type WavReader } from '../sound/wav.ts'

/** A span in which the same people speak, and how many; 0 where only the detector hears speech. */
export type Run = Span & { people: 0 | 1 | 2 }

export type Segmentation = { speakers: (sound: Float32Array) => Promise<Int32Array> }

/** The model was trained on chunks of this length. */
const chunkSeconds = 10

/** At the ends of a chunk the model lacks what comes before and after: its neighbours tell. */
const edgeSeconds = 1
const hopSeconds = chunkSeconds - 2 * edgeSeconds

/** The model's frames: one each 270 samples, around sample 495 of the chunk for the first. */
const frameSamples = 270
const firstFrameStart = 495 - frameSamples / 2

/** Its answers: nobody, each of three alone, each pair of them (Plaquet and Bredin 2023). */
const [nobody, lastAlone] = [0, 3]

export async function openSegmentation(modelPath: string): Promise<Segmentation> {
  const session = await InferenceSession.create(modelPath, oneThread)
  return {
    speakers: async (sound) => {
      const input = new Tensor('float32', sound, [1, 1, sound.length])
      const { speakers } = await session.run({ sound: input })
      if (!(speakers?.data instanceof Int32Array)) throw new Error('The segmentation gave nothing.')
      return speakers.data
    },
  }
}

/** The runs of a recording, in order and apart, around `speech`: spans in order and apart, too. */
export async function findRuns(
  { wav, segmentation }: { wav: WavReader; segmentation: Segmentation },
  speech: readonly Span[],
  onProgress: (fraction: number) => void,
): Promise<Run[]> {
  const runs: Run[] = []
  const planned = planChunks(wav.seconds, speech)
  for (const [at, { start, answersFor }] of planned.entries()) {
    const sound = new Float32Array(chunkSeconds * sampleRate)
    sound.set(await wav.samples({ start, end: start + chunkSeconds }))
    runs.push(...runsOf(await segmentation.speakers(sound), start, answersFor))
    onProgress((at + 1) / planned.length)
  }
  return runs
}

type PlannedChunk = { start: number; answersFor: Span }

/** Chunks begin at the same places whatever is asked for, so that parts of a recording fit together. */
function planChunks(seconds: number, speech: readonly Span[]): PlannedChunk[] {
  const planned: PlannedChunk[] = []
  let next = 0
  for (let start = 0; start < seconds; start += hopSeconds) {
    const isLast = start + chunkSeconds >= seconds
    const answersFor = {
      start: start === 0 ? 0 : start + edgeSeconds,
      end: isLast ? seconds : start + chunkSeconds - edgeSeconds,
    }
    while ((speech[next]?.end ?? Infinity) <= answersFor.start) next += 1
    if ((speech[next]?.start ?? Infinity) < answersFor.end) planned.push({ start, answersFor })
    if (isLast) break
  }
  return planned
}

/** Equal frames together, on the recording's clock, as far as the chunk answers for them. */
function runsOf(frames: Int32Array, chunkStart: number, answersFor: Span): Run[] {
  const runs: Run[] = []
  const at = (frame: number): number =>
    chunkStart + (firstFrameStart + frame * frameSamples) / sampleRate
  for (let first = 0; first < frames.length;) {
    const who = frames[first] ?? nobody
    let next = first + 1
    while (next < frames.length && frames[next] === who) next += 1
    const start = Math.max(at(first), answersFor.start)
    const end = Math.min(at(next), answersFor.end)
    if (who !== nobody && end > start) runs.push({ start, end, people: who <= lastAlone ? 1 : 2 })
    first = next
  }
  return runs
}

/** The detector hears a little longer than the runs; that is nobody else's speech. */
const shortestAlone = 0.3

/**
 * Speech is where the voice detector hears it, as pauses inside a run spoil the voice that is heard
 * in it; who speaks changes where the runs say.
 */
export function cutSpeech(speech: readonly Span[], runs: readonly Run[]): Run[] {
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
