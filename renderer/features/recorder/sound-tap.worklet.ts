/** Runs on the audio thread: resamples the recorded sound and posts it ten times a second. */
import { createDecimator } from './decimate.ts'

/** Globals of the audio thread that the page's types lack. */
declare class AudioWorkletProcessor {
  readonly port: MessagePort
}
declare function registerProcessor(name: string, processor: typeof SoundTap): void

const samplesPerPost = 1_600

// The browser's API requires a class.
class SoundTap extends AudioWorkletProcessor {
  #decimators: ((input: Float32Array) => Int16Array)[] = []
  #waiting: Int16Array[][] = []
  #count = 0

  /** Called for every 128 samples; returning false would end the processor. */
  process([input = []]: Float32Array[][]): boolean {
    const chunks = input.map((channel, at) => (this.#decimators[at] ??= createDecimator())(channel))
    if (chunks.length === 0) return true
    this.#waiting.push(chunks)
    this.#count += chunks[0]?.length ?? 0
    if (this.#count >= samplesPerPost) this.#post()
    return true
  }

  #post(): void {
    const tracks = (this.#waiting[0] ?? []).map((_, channel) => {
      const track = new Int16Array(this.#count)
      let at = 0
      for (const chunks of this.#waiting) {
        const chunk = chunks[channel] ?? new Int16Array(0)
        track.set(chunk, at)
        at += chunk.length
      }
      return track
    })
    this.port.postMessage(
      tracks,
      tracks.map(({ buffer }) => buffer),
    )
    this.#waiting = []
    this.#count = 0
  }
}

registerProcessor('sound-tap', SoundTap)
