/** Turns speech into voices, a few seconds at a time. */
import type { Stretch } from '../wav-file.ts'
import { createBands } from './bands.ts'
import type { Window } from './cluster.ts'
import type { Encoder } from './encoder.ts'
import type { WavReader } from './wav-reader.ts'

/** Shorter speech carries no voice to tell by. */
const shortestSeconds = 0.25

/** Two people's speech that was taken for one's spoils no more than this. */
const longestSeconds = 3

/** What the encoder listens to: each stretch, long ones in equal parts. */
export function planWindows<Span extends Stretch>(spans: readonly Span[]): Span[] {
  return spans.flatMap((span) => {
    const { start, end } = span
    const length = end - start
    if (length < shortestSeconds) return []
    const count = Math.ceil(length / longestSeconds)
    return Array.from({ length: count }, (_, at) => ({
      ...span,
      start: start + (at * length) / count,
      end: start + ((at + 1) * length) / count,
    }))
  })
}

/** Listens to `spans` part by part; progress is the share of parts that are done. */
export async function listen<Span extends Stretch>(
  { wav, encoder }: { wav: WavReader; encoder: Encoder },
  spans: readonly Span[],
  onProgress: (fraction: number) => void,
): Promise<(Span & Window)[]> {
  const bands = createBands()
  const planned = planWindows(spans)
  const heard: (Span & Window)[] = []
  for (const [at, window] of planned.entries()) {
    const frames = bands(await wav.read(window))
    if (frames.length > 0) heard.push({ ...window, embedding: await encoder.embed(frames) })
    onProgress((at + 1) / planned.length)
  }
  return heard
}
