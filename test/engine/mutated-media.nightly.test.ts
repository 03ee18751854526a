import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { decodeMutants } from '../support/decode-mutants.ts'
import { mutate } from '../support/mutate.ts'
import { listTones } from '../support/tones.ts'
import { perChange } from '../support/nightly.ts'

/** `npm run fuzz:media` goes on from here with as many as one likes. */
const seeds = Array.from({ length: perChange(24, 240) }, (_, index) => index + 1)

test('broken recordings end in sound or in a code, and leave no process and no file', async () => {
  const sources = listTones()
  const tally = await decodeMutants(
    seeds.map((seed) => mutate(sources, seed)),
    2,
  )
  expect(tally).toMatchObject({ unanswered: [], late: [], unknown: [], orphans: [] })
  // That many kinds of end: neither does everything pass nor is everything refused at the door.
  expect(Object.keys(tally.ends)).toEqual(
    expect.arrayContaining(['decoded', 'decode_failed', 'unsupported_media']),
  )
  expect(Object.values(tally.ends).reduce((sum, count) => sum + count, 0)).toBe(seeds.length)
  expect(tally.largestMemoryBytes).toBeLessThan(700_000_000)
}, 600_000)

test('a file whose decoder aborts is damaged, and leaves no process and no file', async () => {
  const file = new URL('../fixtures/media/aborts-the-decoder.mkv', import.meta.url)
  const tally = await decodeMutants(
    [{ label: 'abort', name: 'abort.mkv', bytes: readFileSync(file) }],
    1,
  )
  expect(tally).toMatchObject({ ends: { decode_failed: 1 }, unknown: [], orphans: [] })
})

test('a file that sends its reader in circles is damaged', async () => {
  // The header of a WebM file, and no more than zeros in its segment.
  const header =
    '1a45dfa39f4286810142f7810142f2810442f381084282847765626d4287810442858102185380670100000000000767114d9b74'
  const bytes = Buffer.concat([Buffer.from(header, 'hex'), Buffer.alloc(300)])
  const tally = await decodeMutants([{ label: 'circles', name: 'circles.webm', bytes }], 1)
  expect(tally).toMatchObject({ ends: { decode_failed: 1 }, late: [], unknown: [], orphans: [] })
})
