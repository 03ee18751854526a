import { OggOutputFormat } from 'mediabunny'
import { expect, test } from 'vitest'
import { between, decodeSound } from '../../../support/decoded-sound.ts'
import { mux, toneTrack } from '../../../support/remux.ts'
import { makeWav, pitchOf, sine } from '../../../support/sound.ts'

const link = async (name: string, seconds: number) =>
  mux(new OggOutputFormat(), await toneTrack(name, 0, seconds))

test.each(['tone.opus', 'tone.ogg'])(
  'the links of a chain are heard one after the other: %s',
  async (name) => {
    const links = [await link(name, 2), await link(name, 1), await link(name, 2)]
    const sound = await decodeSound(Buffer.concat(links))
    expect(Math.abs(sound.durationSeconds - 5)).toBeLessThan(0.15)
    expect(sound.statedSeconds).toBeCloseTo(5, 0)
    expect(sound.announced).toBe(1)
    for (const start of [1, 2.2, 4]) {
      expect(Math.abs(pitchOf(between(sound, start, start + 0.3)) - 440)).toBeLessThan(30)
    }
  },
)

test('a damaged link is left out, and junk between two does not hide the second', async () => {
  const [first, third] = [await link('tone.opus', 1), await link('tone.opus', 2)]
  const second = await link('tone.opus', 1)
  second.fill(0x5a, 28, second.length)
  const sound = await decodeSound(Buffer.concat([first, second, Buffer.alloc(300_000, 7), third]))
  expect(Math.abs(sound.durationSeconds - 3)).toBeLessThan(0.15)
})

test('a WAV that holds the name of an Ogg page is read as before', async () => {
  const wav = makeWav({ rate: 16_000 }, 1, sine(440))
  wav.write('OggS', 1000)
  expect((await decodeSound(wav)).durationSeconds).toBeCloseTo(1, 3)
})
