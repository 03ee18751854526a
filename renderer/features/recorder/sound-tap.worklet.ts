/** Listens along on the thread of the sound, and hands on what it heard ten times a second. */
import { createDecimator } from './decimate.ts'

/** What this thread has and the types of a page lack. */
declare class AudioWorkletProcessor {
  readonly port: MessagePort
}
declare function registerProcessor(name: string, processor: typeof SoundTap): void

const samplesPerPost = 1_600

// A class, because the browser asks for one.
class SoundTap extends AudioWorkletProcessor {
  #decimators: ((input: Float32Array) => Int16Array)[] = []
  #waiting: Int16Array[][] = []
  #count = 0

  /** Called for every 128 samples; false would end it. */
  process([input = []]: Float32Array[][]): boolean {
    const pieces = input.map((channel, at) => (this.#decimators[at] ??= createDecimator())(channel))
    if (pieces.length === 0) return true
    this.#waiting.push(pieces)
    this.#count += pieces[0]?.length ?? 0
    if (this.#count >= samplesPerPost) this.#post()
    return true
  }

  #post(): void {
    const tracks = (this.#waiting[0] ?? []).map((_, channel) => {
      const track = new Int16Array(this.#count)
      let at = 0
      for (const pieces of this.#waiting) {
        const piece = pieces[channel] ?? new Int16Array(0)
        track.set(piece, at)
        at += piece.length
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
