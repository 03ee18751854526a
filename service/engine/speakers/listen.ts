/** Turns speech into embeddings, window by window, a little of the recording at a time. */
import type { Stretch } from '../wav-file.ts'
import type { Encoder } from './encoder.ts'
import { melHop, type createMel } from './mel.ts'
import { planWindows } from './speech-windows.ts'
import type { Window } from './voice-group.ts'
import { sampleRate, type WavReader } from './wav-reader.ts'

/** As many windows run together as keep the processor's caches: more was slower. */
const batchSize = 16

/** The loudness the encoder was trained on: -30 dBFS, as mean power. */
const trainedPower = 10 ** (-30 / 10)

export type Ear = { wav: WavReader; encoder: Encoder; mel: ReturnType<typeof createMel> }

/** Listens to every window of `spans`; progress is the share of windows that are done. */
export async function listen(
  ear: Ear,
  spans: readonly Stretch[],
  onProgress: (fraction: number) => void,
): Promise<Window[]> {
  const planned = planWindows(spans)
  const heard = planned.map((): Window | undefined => undefined)
  const waiting = new Map<number, { at: number; frames: Float32Array }[]>()
  let done = 0
  const flush = async (length: number): Promise<void> => {
    const batch = waiting.get(length) ?? []
    waiting.delete(length)
    const embeddings = await ear.encoder.embed(batch.map(({ frames }) => frames))
    for (const [index, embedding] of embeddings.entries()) {
      const at = batch[index]?.at ?? 0
      const window = planned[at]
      if (window !== undefined) heard[at] = { ...window, embedding }
    }
    done += batch.length
    onProgress(done / planned.length)
  }
  for (const [at, window] of planned.entries()) {
    const frames = await framesOf(ear, window)
    const length = frames.length
    waiting.set(length, [...(waiting.get(length) ?? []), { at, frames }])
    if ((waiting.get(length)?.length ?? 0) === batchSize) await flush(length)
  }
  for (const length of waiting.keys()) await flush(length)
  return heard.filter((window) => window !== undefined)
}

/** Mel frames at the loudness the encoder knows, so that no voice is told by its distance. */
async function framesOf({ wav, mel }: Ear, { start, end }: Stretch): Promise<Float32Array> {
  const length = Math.round((end - start) * (sampleRate / melHop)) * melHop
  const whole = fitTo(length, await wav.read({ start, end }))
  const power = whole.reduce((sum, value) => sum + value * value, 0) / length
  const gain = power === 0 ? 0 : trainedPower / power
  const frames = mel(whole)
  for (let at = 0; at < frames.length; at += 1) frames[at] = (frames[at] ?? 0) * gain
  return frames
}

/** A recording may end within a window; rounding may add a sample. */
function fitTo(length: number, samples: Float32Array): Float32Array {
  if (samples.length >= length) return samples.subarray(0, length)
  const whole = new Float32Array(length)
  whole.set(samples)
  return whole
}
