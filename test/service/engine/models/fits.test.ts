import { expect, test } from 'vitest'
import { readCatalogue } from '../../../../service/engine/models/catalogue.ts'
import { fitsMachine, suitableLanguageModel } from '../../../../service/engine/models/fits.ts'

const gigabyte = 2 ** 30
const whisper = {
  kind: 'speech-to-text' as const,
  memory_bytes: 1.8e9,
  recommended_ram_bytes: 8 * gigabyte,
  speed: 'slow',
}
const writer = {
  kind: 'language-model' as const,
  memory_bytes: 6 * gigabyte,
  recommended_ram_bytes: 16 * gigabyte,
  speed: 'slow',
}
const verdict = (...args: Parameters<typeof fitsMachine>) => fitsMachine(...args).verdict

test('a machine with the memory and the cores fits, also one that tells of a little less', () => {
  expect(verdict(whisper, { memoryBytes: 16 * gigabyte, cores: 8 })).toBe('good')
  expect(verdict(whisper, { memoryBytes: 7.6 * gigabyte, cores: 8 })).toBe('good')
})

test('few cores are said of slow weights only', () => {
  expect(verdict(whisper, { memoryBytes: 16 * gigabyte, cores: 2 })).toBe('slow')
  expect(verdict({ ...whisper, speed: 'fast' }, { memoryBytes: 16 * gigabyte, cores: 2 })).toBe(
    'good',
  )
})

test('less memory than recommended is tight; without room for the work it is too large', () => {
  expect(verdict(whisper, { memoryBytes: 4 * gigabyte, cores: 8 })).toBe('tight')
  expect(fitsMachine(whisper, { memoryBytes: 2 * gigabyte, cores: 8 })).toEqual({
    verdict: 'too_large',
    reason: 'This machine has 2 GB of memory; it takes 1.7 GB at work.',
  })
})

test('a language model may take half of the memory, as the writer that chooses it says', () => {
  expect(verdict(writer, { memoryBytes: 12 * gigabyte, cores: 8 })).toBe('too_large')
  expect(verdict(writer, { memoryBytes: 13 * gigabyte, cores: 8 })).toBe('tight')
})

test.each([
  [4, 4, 'qwen2.5-1.5b'],
  [8, 4, 'qwen3.5-4b'],
  [16, 2, 'qwen3.5-4b'],
  [16, 8, 'qwen3.5-9b'],
  [64, 16, 'qwen3.5-9b'],
])('with %i GB and %i cores, %s suits', async (memory, cores, id) => {
  const machine = { memoryBytes: memory * gigabyte, cores }
  expect(suitableLanguageModel(await readCatalogue(), machine)?.id).toBe(id)
})
