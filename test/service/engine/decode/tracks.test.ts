import { MkvOutputFormat, MovOutputFormat } from 'mediabunny'
import { expect, test } from 'vitest'
import {
  channelOf,
  decodeSound,
  isSilent,
  between,
  type DecodedSound,
} from '../../../support/decoded-sound.ts'
import { inLanguage, mux, pcmTrack, silentTrack, toneTrack } from '../../../support/remux.ts'
import { pitchOf } from '../../../support/sound.ts'

const side = ({ rate, ...sound }: DecodedSound, channel: number) => ({
  samples: channelOf({ rate, ...sound }, channel),
  channels: 1,
  rate,
})

const containers = [
  ['Matroska', () => new MkvOutputFormat()],
  ['QuickTime', () => new MovOutputFormat()],
] as const
test.each(containers)('two tracks are the two sides of a recording: %s', async (_name, format) => {
  const sound = await decodeSound(await mux(format(), pcmTrack(0, 2, 300), pcmTrack(1, 2, 900)))
  expect(sound.channels).toBe(2)
  expect(sound.durationSeconds).toBeCloseTo(3, 2)
  const [first, second] = [side(sound, 0), side(sound, 1)]
  expect(Math.abs(pitchOf(between(first, 0.1, 1.9)) - 300)).toBeLessThan(10)
  expect(isSilent(between(first, 2.1, 2.9))).toBe(true)
  expect(isSilent(between(second, 0.1, 0.9))).toBe(true)
  expect(Math.abs(pitchOf(between(second, 1.1, 2.9)) - 900)).toBeLessThan(10)
})

test('a silent first track does not hide the second', async () => {
  const speech = await toneTrack('tone.m4a', 0, 2)
  const sound = await decodeSound(await mux(new MkvOutputFormat(), silentTrack(2), speech))
  expect(sound.channels).toBe(2)
  expect(isSilent(side(sound, 0))).toBe(true)
  expect(Math.abs(pitchOf(between(side(sound, 1), 0.1, 0.5)) - 440)).toBeLessThan(10)
})

test('three tracks are all heard, mixed to one', async () => {
  const tracks = [pcmTrack(0, 1, 300), pcmTrack(1, 1, 600), pcmTrack(2, 1, 900)]
  const sound = await decodeSound(await mux(new MkvOutputFormat(), ...tracks))
  expect(sound.channels).toBe(1)
  for (const [at, pitch] of [300, 600, 900].entries()) {
    expect(Math.abs(pitchOf(between(sound, at + 0.1, at + 0.9)) - pitch)).toBeLessThan(10)
  }
})

test('a track in another language is a version, and is not heard over the main one', async () => {
  const [english, german] = [inLanguage('eng', pcmTrack(0, 2, 300)), pcmTrack(0, 2, 900)]
  const sound = await decodeSound(
    await mux(new MkvOutputFormat(), english, inLanguage('deu', german)),
  )
  expect(sound.channels).toBe(1)
  expect(Math.abs(pitchOf(sound) - 300)).toBeLessThan(10)
})

test('a second track without sound leaves the channels of the first as they are', async () => {
  const sound = await decodeSound(
    await mux(new MkvOutputFormat(), pcmTrack(0, 2, 300), pcmTrack(0, 0, 900)),
  )
  expect(sound.durationSeconds).toBeCloseTo(2, 2)
  expect(sound.channels).toBe(1)
  expect(sound.announced).toBe(1)
})
