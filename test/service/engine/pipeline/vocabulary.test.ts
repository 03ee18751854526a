import path from 'node:path'
import { expect, test } from 'vitest'
import { bundledModelsFolder } from '../../../../service/engine/models/catalogue.ts'
import {
  fitTerms,
  mostPromptTokens,
  vocabularyPrompt,
  readTokens,
  tokenCounter,
} from '../../../../service/engine/pipeline/vocabulary.ts'

const weights = path.join(bundledModelsFolder, 'whisper-base-q5_1.ggml.bin')

test('tokens are counted as whisper.cpp counts them', async () => {
  const count = tokenCounter(await readTokens(weights))
  expect(count('')).toBe(0)
  expect(count(' the')).toBe(1)
  expect(count(' the the.')).toBe(3)
  expect(count(' Gutenberg.')).toBeGreaterThan(2)
})

test('weights that are none are to be installed again', async () => {
  const tokens = readTokens(path.join(bundledModelsFolder, 'catalogue.json'))
  await expect(tokens).rejects.toMatchObject({ code: 'model_missing' })
})

test('terms fill the prompt in their order, and none of its length is lost', async () => {
  const terms = Array.from({ length: 300 }, (_, at) => `Wrocław${at}`)
  const { vocabulary, vocabularyTokens } = await vocabularyPrompt(weights, terms)
  expect(vocabulary.startsWith('Wrocław0, Wrocław1,')).toBe(true)
  expect(vocabularyTokens).toBeLessThanOrEqual(mostPromptTokens)
  expect(vocabularyTokens).toBeGreaterThan(mostPromptTokens - 12)
})

test('a term that does not fit is passed over; doubled and empty ones are left out', () => {
  const count = (text: string) => text.length * 10
  const { vocabulary } = fitTerms(['short', 'far too long to fit', 'tiny'], count)
  expect(vocabulary).toBe('short, tiny')
})

test('line breaks and blanks in a term do not reach the model, and no terms are no prompt', async () => {
  const { vocabulary } = await vocabularyPrompt(weights, ['Ada\n Lovelace', ' ', 'Ada Lovelace'])
  expect(vocabulary).toBe('Ada Lovelace')
  expect(await vocabularyPrompt(weights, ['', ' '])).toEqual({
    vocabulary: '',
    vocabularyTokens: 0,
  })
})

test('of a prompt the end is taken, behind the terms, as much as fits', async () => {
  const before = Array.from({ length: 400 }, (_, at) => `word${at}`).join(' ')
  const { vocabulary, vocabularyTokens } = await vocabularyPrompt(
    weights,
    ['Ada'],
    `${before}. End.`,
  )
  expect(vocabulary).toMatch(/^Ada\. word3\d\d .* word399\. End\.$/)
  expect(vocabularyTokens).toBeLessThanOrEqual(mostPromptTokens)
  expect(vocabularyTokens).toBeGreaterThan(mostPromptTokens - 12)
  const unspaced = await vocabularyPrompt(weights, [], '会议记录'.repeat(200))
  expect(unspaced.vocabularyTokens).toBeGreaterThan(mostPromptTokens - 12)
  expect(await vocabularyPrompt(weights, [], ' \n')).toEqual({
    vocabulary: '',
    vocabularyTokens: 0,
  })
})
