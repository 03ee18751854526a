import { expect, test } from 'vitest'
import type { PartStore } from '../../../../service/engine/engine.ts'
import {
  TranscribedPart,
  onlyOnce,
  partKey,
  createShares,
} from '../../../../service/engine/pipeline/parts.ts'
import { planPart } from '../../../../service/engine/pipeline/transcribe-part.ts'
import { singleTrack } from '../../../../service/engine/pipeline/tracks.ts'
import { say } from './words.ts'

function memoryStore(): PartStore & { values: Map<string, object> } {
  const values = new Map<string, object>()
  return {
    values,
    read: async (key) => values.get(key),
    write: async (key, value) => void values.set(key, value),
  }
}

const place = { key: 'heard:1', schema: TranscribedPart }
const part = { language: 'en', languageProbability: 0.9, words: say('Good morning.') }

test('a part is made once and read back as it was', async () => {
  const store = memoryStore()
  let made = 0
  const make = async () => {
    made += 1
    return part
  }
  expect(await onlyOnce(store, place, make)).toEqual(part)
  expect(await onlyOnce(store, place, make)).toEqual(part)
  expect(made).toBe(1)
})

test.each([
  ['of another form', { language: 'en' }],
  ['with a word cut short', { ...part, words: [{ text: 'Good' }] }],
  ['that is a list', []],
])('a value %s is made again', async (_name, value) => {
  const store = memoryStore()
  store.values.set(place.key, value)
  expect(await onlyOnce(store, place, async () => part)).toEqual(part)
  expect(store.values.get(place.key)).toEqual(part)
})

test('a part that fails is not kept', async () => {
  const store = memoryStore()
  const job = onlyOnce(store, place, () => Promise.reject(new Error('crashed')))
  await expect(job).rejects.toThrow('crashed')
  expect(store.values.size).toBe(0)
})

test('the name of a part changes with whatever it is made from', () => {
  const key = (change: object) => partKey('heard', { id: 'base', language: 'auto', ...change })
  expect(key({})).toBe(key({}))
  const others = [{ id: 'tiny' }, { language: 'en' }, { channel: 1 }, { vocabulary: 'Katie' }]
  expect(new Set([key({}), ...others.map(key)]).size).toBe(5)
})

test('the progress of parts goes forward from decoding to the end', () => {
  const track = { ...singleTrack({ energy: [new Float32Array(400)] }), channel: 0 }
  const parts = [planPart(track, { start: 0, end: 10 }), planPart(track, { start: 10, end: 20 })]
  const shares = createShares(parts, { hasSpeakers: false })
  const seen = [0, 1].flatMap((at) => [0, 0.5, 1].map((fraction) => shares.at(at, fraction)))
  expect(seen).toEqual(seen.toSorted((a, b) => a - b))
  expect(seen[0]).toBeCloseTo(0.05)
  expect(seen.at(-1)).toBeCloseTo(1)
})
