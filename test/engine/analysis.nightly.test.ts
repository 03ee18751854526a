/** The built-in analyser with the real classifiers, on invented calls: a regression test, no measurement. */
import { afterAll, expect, test } from 'vitest'
import { createEmbedder } from '../../service/engine/embedding/embedder.ts'
import { createExtractive } from '../../service/engine/extractive/extractive.ts'
import { judgeWith } from '../../service/engine/extractive/judgement.ts'
import { bundledModelsFolder } from '../../service/engine/models/catalogue.ts'
import { createLog } from '../../service/core/log.ts'
import { addScore, emptyScore, rate, referenceTalks } from '../service/engine/reference-set.ts'

const embedder = createEmbedder({ log: createLog('silent'), folders: [bundledModelsFolder] })
afterAll(() => embedder.stop())

test('what is told of calls that were kept back was said, and most tasks of others are found', async () => {
  const writer = createExtractive(judgeWith(embedder))
  const english = referenceTalks().filter(({ language }) => language === 'en')
  const score = emptyScore()
  for (const talk of english) await addScore(score, talk, writer)
  const missed = score.misses.join('\n')
  expect(rate(score.evidence), missed).toBeGreaterThanOrEqual(0.9)
  expect(rate(score.actionsFound), missed).toBeGreaterThanOrEqual(0.65)
  expect(rate(score.actionsRight), missed).toBeGreaterThanOrEqual(0.85)
  expect(rate(score.owners), missed).toBeGreaterThanOrEqual(0.85)
})

test('nothing is said of a talk in which nothing happens', async () => {
  const writer = createExtractive(judgeWith(embedder))
  const lines = [
    'Lovely weather today.',
    'Yes, the sun is out.',
    'It was cold last week.',
    'It was.',
  ]
  const segments = lines.map((text, at) => {
    return { id: `seg_${at}`, start: at, end: at + 1, speaker: `Speaker ${(at % 2) + 1}`, text }
  })
  const texts = { type: 'array', items: { type: 'string' } }
  const properties = { action_items: texts, decisions: texts, open_questions: texts }
  const schema = { type: 'object', properties, required: Object.keys(properties) }
  const request = { instructions: '', segments, language: 'en', schema }
  const options = { signal: new AbortController().signal, onProgress: () => {} }
  const { result } = await writer.write(request, options)
  expect(result).toEqual({ action_items: [], decisions: [], open_questions: [] })
})

test('a cancelled analysis ends while it classifies', async () => {
  const writer = createExtractive(judgeWith(embedder))
  const [talk] = referenceTalks().filter(({ language }) => language === 'en')
  const cancel = new AbortController()
  const segments = (talk?.lines ?? []).map((text, at) => {
    return { id: `seg_${at}`, start: at, end: at + 1, speaker: 'A', text }
  })
  const request = { instructions: '', segments, language: 'en', schema: { type: 'object' } }
  const onProgress = () => cancel.abort()
  const work = writer.write(request, { signal: cancel.signal, onProgress })
  await expect(work).rejects.toMatchObject({ code: 'cancelled' })
})
