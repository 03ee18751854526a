import { expect, test } from 'vitest'
import { decodeSound } from '../../../support/decoded-sound.ts'
import { makeWav, pitchOf, sine } from '../../../support/sound.ts'

const wav = makeWav({ rate: 16_000 }, 2, sine(440))

type Sizes = { riff?: number; data?: number }

/** The same sound, with other sizes in its header. */
function withSizes({ riff, data }: Sizes): Buffer {
  const bytes = Buffer.from(wav)
  if (riff !== undefined) bytes.writeUInt32LE(riff, 4)
  if (data !== undefined) bytes.writeUInt32LE(data, 40)
  return bytes
}

/** The same sound as RF64, with these 8-byte sizes (EBU Tech 3306). */
function rf64(riff: bigint, data: bigint): Buffer {
  const sizes = Buffer.alloc(36)
  sizes.write('ds64')
  sizes.writeUInt32LE(28, 4)
  sizes.writeBigUInt64LE(riff, 8)
  sizes.writeBigUInt64LE(data, 16)
  const bytes = withSizes({ riff: 0xffff_ffff, data: 0xffff_ffff })
  bytes.write('RF64')
  return Buffer.concat([bytes.subarray(0, 12), sizes, bytes.subarray(12)])
}

const unknown = 0xffff_ffff
const files: [what: string, bytes: Buffer][] = [
  ['0 for file and sound, as of a pipe', withSizes({ riff: 0, data: 0 })],
  ['0 for the file alone', withSizes({ riff: 0 })],
  ['0 for the sound alone', withSizes({ data: 0 })],
  ['the largest number for both', withSizes({ riff: unknown, data: unknown })],
  ['the largest number for the file, 0 for the sound', withSizes({ riff: unknown, data: 0 })],
  ['those of an empty file, as of a recorder that was ended', withSizes({ riff: 36, data: 0 })],
  ['0 in an RF64', rf64(0n, 0n)],
]
test.each(files)('a WAV is read to its end with these sizes: %s', async (_what, bytes) => {
  const sound = await decodeSound(bytes)
  expect(sound.durationSeconds).toBeCloseTo(2, 2)
  expect(sound.statedSeconds).toBeCloseTo(2, 2)
  expect(Math.abs(pitchOf(sound) - 440)).toBeLessThan(5)
})

test('what follows the sound of a WAV is not heard as sound', async () => {
  const note = Buffer.from('LIST\x0c\0\0\0INFOISFT\0\0\0\0', 'latin1')
  const sound = await decodeSound(Buffer.concat([wav, note]))
  expect(sound.durationSeconds).toBeCloseTo(2, 4)
  const empty = makeWav({ rate: 16_000 }, 0, () => 0)
  const refused = decodeSound(Buffer.concat([empty, note]))
  await expect(refused).rejects.toMatchObject({ code: 'no_audio_stream' })
})
