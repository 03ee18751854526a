/** Calls on two channels, made from recordings of one voice or from real calls. */
import { writeFile } from 'node:fs/promises'
import { decodeAudio } from '../../service/engine/decode/decode-audio.ts'
import { makeWav, readPcm } from './sound.ts'

const rate = 16_000

/** Both channels of a recording (mono: the same twice) as samples between -1 and 1. */
export async function readChannels(
  file: string,
  folder: string,
): Promise<[Float64Array, Float64Array]> {
  const target = `${folder}/channels.wav`
  const deps = { nodePath: process.execPath, runDir: `${folder}/running` }
  const options = { signal: new AbortController().signal, onProgress: () => undefined }
  await decodeAudio(deps, { path: file, target }, options)
  const { samples, channels } = readPcm(target)
  const channel = (which: number) =>
    Float64Array.from(
      { length: samples.length / channels },
      (_, at) => (samples[at * channels + (which % channels)] ?? 0) / 32_768,
    )
  return [channel(0), channel(1)]
}

/** The sound `seconds` later, with silence before it. */
export function delayed(sound: Float64Array, seconds: number): Float64Array {
  const late = new Float64Array(sound.length + Math.round(seconds * rate))
  late.set(sound, late.length - sound.length)
  return late
}

/** As a microphone hears a loudspeaker: later, quieter, and without what is above 2 kHz. */
export function echoOf(
  sound: Float64Array,
  { seconds, decibels }: { seconds: number; decibels: number },
): Float64Array {
  const gain = 10 ** (-decibels / 20)
  const share = 1 - Math.exp((-2 * Math.PI * 2000) / rate)
  let low = 0
  return delayed(
    sound.map((sample) => gain * (low += share * (sample - low))),
    seconds,
  )
}

export const mix = (a: Float64Array, b: Float64Array): Float64Array =>
  Float64Array.from(
    { length: Math.max(a.length, b.length) },
    (_, at) => (a[at] ?? 0) + (b[at] ?? 0),
  )

/** Writes a stereo WAV. */
export async function writeCall(file: string, left: Float64Array, right: Float64Array) {
  const seconds = Math.max(left.length, right.length) / rate
  const level = (channel: number, time: number) => {
    const sample = (channel === 0 ? left : right)[Math.round(time * rate)] ?? 0
    return Math.max(-1, Math.min(1, sample))
  }
  await writeFile(file, makeWav({ rate, channels: 2 }, seconds, level))
  return file
}
