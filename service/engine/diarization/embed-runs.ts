/** Turns speech into voices, a few seconds at a time. */
import type { Span } from '../engine.ts'
import { createMelFilterbank } from './mel-filterbank.ts'
import type { Window } from './cluster.ts'
import type { Encoder } from './encoder.ts'
import type { Run } from './segmentation.ts'
import type { WavReader } from '../sound/wav.ts'

/** A run and what its parts sound like; where two speak at once nobody is listened to. */
export type EmbeddedRun = Run & { windows: Window[] }

/** Shorter speech carries no voice to tell by. */
const shortestSeconds = 0.25

/** Two people's speech that was taken for one's spoils no more than this. */
const longestSeconds = 3

/** What the encoder listens to of a run: all of it, a long one in equal parts. */
export function planWindows({ start, end, people }: Run): Span[] {
  const length = end - start
  if (people === 2 || length < shortestSeconds) return []
  const count = Math.ceil(length / longestSeconds)
  return Array.from({ length: count }, (_, at) => ({
    start: start + (at * length) / count,
    end: start + ((at + 1) * length) / count,
  }))
}

/** Listens to `runs` one by one; progress is the share of runs that are done. */
export async function listen(
  { wav, encoder }: { wav: WavReader; encoder: Encoder },
  runs: readonly Run[],
  onProgress: (fraction: number) => void,
): Promise<EmbeddedRun[]> {
  const bands = createMelFilterbank()
  const heard: EmbeddedRun[] = []
  for (const run of runs) {
    const windows: Window[] = []
    for (const window of planWindows(run)) {
      const frames = bands(await wav.samples(window))
      if (frames.length > 0) windows.push({ ...window, embedding: await encoder.embed(frames) })
    }
    heard.push({ ...run, windows })
    onProgress(heard.length / runs.length)
  }
  return heard
}
