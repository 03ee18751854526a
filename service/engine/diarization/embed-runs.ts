/** Computes voice embeddings of speech, a few seconds at a time. */
import type { Span } from '../engine.ts'
import { createMelFilterbank } from './mel-filterbank.ts'
import type { Window } from './cluster.ts'
import type { Encoder } from './onnx-models.ts'
import type { Run } from './segmentation.ts'
import type { WavReader } from '../sound/wav.ts'

/** A run with the embeddings of its windows; none if it is faint or two people speak at once. */
export type EmbeddedRun = Run & { windows: Window[] }

/** Shorter speech is not enough to recognize a voice. */
const shortestSeconds = 0.25

/** Limits the damage if two speakers were mistaken for one. */
const longestSeconds = 3

/** The spans of a run to embed: the whole run, or equal parts of a long one. */
export function planWindows({ start, end, people, isFaint }: Run): Span[] {
  const length = end - start
  if (people === 2 || isFaint === true || length < shortestSeconds) return []
  const count = Math.ceil(length / longestSeconds)
  return Array.from({ length: count }, (_, at) => ({
    start: start + (at * length) / count,
    end: start + ((at + 1) * length) / count,
  }))
}

/** Embeds `runs` one by one; progress is the share of runs completed. */
export async function embedRuns(
  { wav, encoder }: { wav: WavReader; encoder: Encoder },
  runs: readonly Run[],
  onProgress: (fraction: number) => void,
): Promise<EmbeddedRun[]> {
  const melFilterbank = createMelFilterbank()
  const embedded: EmbeddedRun[] = []
  for (const run of runs) {
    const windows: Window[] = []
    for (const window of planWindows(run)) {
      const frames = melFilterbank(await wav.samples(window))
      if (frames.length > 0) windows.push({ ...window, embedding: await encoder.embed(frames) })
    }
    embedded.push({ ...run, windows })
    onProgress(embedded.length / runs.length)
  }
  return embedded
}
