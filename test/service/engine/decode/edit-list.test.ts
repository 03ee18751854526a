import { MkvOutputFormat, MovOutputFormat, Mp4OutputFormat } from 'mediabunny'
import { expect, test } from 'vitest'
import { findFfmpeg } from '../../../../service/engine/decode/system-ffmpeg.ts'
import { setEdits, type Edit } from '../../../support/edit-list.ts'
import { between, decodeSound, isSilent } from '../../../support/decoded-sound.ts'
import { joinPcm, mux, pcmTrack, toneTrack } from '../../../support/remux.ts'
import { pitchOf } from '../../../support/sound.ts'

const hasFfmpeg = (await findFfmpeg()) !== undefined

const mp4 = () => new Mp4OutputFormat({ fastStart: false })

/** Three seconds, one of each pitch. */
const melody = () =>
  mux(
    new MovOutputFormat({ fastStart: false }),
    joinPcm(pcmTrack(0, 1, 300), pcmTrack(1, 1, 600), pcmTrack(2, 1, 900)),
  )

// One for each way of decoding: our decoders, the PCM reader, and ffmpeg.
const kinds: [kind: string, make: () => Promise<Buffer>][] = [
  ['AAC', async () => mux(mp4(), await toneTrack('tone.m4a', 0, 5))],
  ['PCM', () => mux(new MovOutputFormat({ fastStart: false }), pcmTrack(0, 5))],
]
if (hasFfmpeg) kinds.push(['AC-3', async () => mux(mp4(), await toneTrack('ac3.mp4', 0, 5))])

test.each(kinds)('%s whose end was cut away ends there', async (_kind, make) => {
  const sound = await decodeSound(setEdits(await make(), [{ from: 0, seconds: 2 }]))
  expect(sound.durationSeconds).toBeCloseTo(2, 2)
  expect(sound.statedSeconds).toBeCloseTo(2, 2)
})

test('an edit without a duration goes to the end', async () => {
  const sound = await decodeSound(setEdits(await melody(), [{ from: 0, seconds: 0 }]))
  expect(sound.durationSeconds).toBeCloseTo(3, 2)
})

const cuts: [what: string, edits: Edit[], seconds: number, pitches: number[]][] = [
  [
    'the middle',
    [
      { from: 0, seconds: 1 },
      { from: 2, seconds: 1 },
    ],
    2,
    [300, 900],
  ],
  ['the beginning', [{ from: 1, seconds: 2 }], 2, [600, 900]],
  [
    'beginning and end, after a second of silence',
    [{ seconds: 1 }, { from: 1, seconds: 1 }],
    2,
    [0, 600],
  ],
]
test.each(cuts)('what was cut away is not heard: %s', async (_what, edits, seconds, pitches) => {
  const sound = await decodeSound(setEdits(await melody(), edits))
  expect(sound.durationSeconds).toBeCloseTo(seconds, 2)
  for (const [at, pitch] of pitches.entries()) {
    const part = between(sound, at + 0.1, at + 0.9)
    if (pitch === 0) expect(isSilent(part)).toBe(true)
    else expect(Math.abs(pitchOf(part) - pitch)).toBeLessThan(10)
  }
})

test('a gap in the middle of uncompressed sound stays silence, so that later words keep their times', async () => {
  const gapped = joinPcm(pcmTrack(0, 1, 300), pcmTrack(2, 1, 900))
  const sound = await decodeSound(await mux(new MkvOutputFormat(), gapped))
  expect(sound.durationSeconds).toBeCloseTo(3, 1)
  expect(isSilent(between(sound, 1.1, 1.9))).toBe(true)
})
