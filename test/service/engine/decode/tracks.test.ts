import { MkvOutputFormat, MovOutputFormat } from 'mediabunny'
import { expect, test } from 'vitest'
import { channelOf, hear, isSilent, between, type Heard } from '../../../support/hear.ts'
import { inLanguage, mux, pcmTrack, silentTrack, toneTrack } from '../../../support/remux.ts'
import { pitchOf } from '../../../support/sound.ts'

const side = ({ rate, ...heard }: Heard, channel: number) => ({
  samples: channelOf({ rate, ...heard }, channel),
  channels: 1,
  rate,
})

const containers = [
  ['Matroska', () => new MkvOutputFormat()],
  ['QuickTime', () => new MovOutputFormat()],
] as const
test.each(containers)('two tracks are the two sides of a recording: %s', async (_name, format) => {
  const heard = await hear(await mux(format(), pcmTrack(0, 2, 300), pcmTrack(1, 2, 900)))
  expect(heard.channels).toBe(2)
  expect(heard.durationSeconds).toBeCloseTo(3, 2)
  const [first, second] = [side(heard, 0), side(heard, 1)]
  expect(Math.abs(pitchOf(between(first, 0.1, 1.9)) - 300)).toBeLessThan(10)
  expect(isSilent(between(first, 2.1, 2.9))).toBe(true)
  expect(isSilent(between(second, 0.1, 0.9))).toBe(true)
  expect(Math.abs(pitchOf(between(second, 1.1, 2.9)) - 900)).toBeLessThan(10)
})

test('a silent first track does not hide the second', async () => {
  const speech = await toneTrack('tone.m4a', 0, 2)
  const heard = await hear(await mux(new MkvOutputFormat(), silentTrack(2), speech))
  expect(heard.channels).toBe(2)
  expect(isSilent(side(heard, 0))).toBe(true)
  expect(Math.abs(pitchOf(between(side(heard, 1), 0.1, 0.5)) - 440)).toBeLessThan(10)
})

test('three tracks are all heard, mixed to one', async () => {
  const tracks = [pcmTrack(0, 1, 300), pcmTrack(1, 1, 600), pcmTrack(2, 1, 900)]
  const heard = await hear(await mux(new MkvOutputFormat(), ...tracks))
  expect(heard.channels).toBe(1)
  for (const [at, pitch] of [300, 600, 900].entries()) {
    expect(Math.abs(pitchOf(between(heard, at + 0.1, at + 0.9)) - pitch)).toBeLessThan(10)
  }
})

test('a track in another language is a version, and is not heard over the main one', async () => {
  const [english, german] = [inLanguage('eng', pcmTrack(0, 2, 300)), pcmTrack(0, 2, 900)]
  const heard = await hear(await mux(new MkvOutputFormat(), english, inLanguage('deu', german)))
  expect(heard.channels).toBe(1)
  expect(Math.abs(pitchOf(heard) - 300)).toBeLessThan(10)
})

test('a second track without sound leaves the channels of the first as they are', async () => {
  const heard = await hear(
    await mux(new MkvOutputFormat(), pcmTrack(0, 2, 300), pcmTrack(0, 0, 900)),
  )
  expect(heard.durationSeconds).toBeCloseTo(2, 2)
  expect(heard.channels).toBe(1)
  expect(heard.announced).toBe(1)
})
