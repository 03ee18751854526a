import path from 'node:path'
import { expect, test } from 'vitest'
import { bundledModelsFolder } from '../../../../service/engine/models/catalogue.ts'
import {
  fitPrompt,
  mostPromptTokens,
  readTokens,
  tokenCounter,
} from '../../../../service/engine/pipeline/prompt.ts'

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

test('of a prompt the end is taken, as much as fits', async () => {
  const before = Array.from({ length: 400 }, (_, at) => `word${at}`).join(' ')
  const { prompt, promptTokens } = await fitPrompt(weights, `${before}.\n End.`)
  expect(prompt).toMatch(/^word3\d\d .* word399\. End\.$/)
  expect(promptTokens).toBeLessThanOrEqual(mostPromptTokens)
  expect(promptTokens).toBeGreaterThan(mostPromptTokens - 12)
  const unspaced = await fitPrompt(weights, '会议记录'.repeat(200))
  expect(unspaced.promptTokens).toBeGreaterThan(mostPromptTokens - 12)
  expect(await fitPrompt(weights, ' \n')).toEqual({ prompt: '', promptTokens: 0 })
})
