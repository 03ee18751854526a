/** The guide with the real classifiers, on an invented talk: a regression test, no measurement. */
import { afterAll, expect, test } from 'vitest'
import { createLog } from '../../service/core/log.ts'
import { createEmbedder } from '../../service/engine/embedding/embedder.ts'
import { bundledModelsFolder } from '../../service/engine/models/catalogue.ts'
import { guideWith } from '../../service/engine/reading-guide.ts'
import { createWriter } from '../../service/engine/writer.ts'
import { salesCall, teamMeeting } from '../service/engine/calls.ts'

const embedder = createEmbedder({ log: createLog('silent'), folders: [bundledModelsFolder] })
afterAll(() => embedder.stop())

const { signal } = new AbortController()
const lines = { type: 'array', items: { type: 'string' } }
const schema = {
  type: 'object',
  properties: {
    summary: { type: 'string' },
    action_items: { ...lines, description: 'Tasks with person and date' },
    why_they_agreed: lines,
    open_questions: { ...lines, minItems: 2 },
    rivals: { ...lines, description: 'What was said about other vendors' },
  },
}
const segments = Array.from({ length: 8 }, () => [...teamMeeting, ...salesCall])
  .flat()
  .map((segment, at) => ({ ...segment, id: `seg_${at}`, start: at * 5, end: at * 5 + 5 }))
const request = { instructions: 'Sum up.', language: 'en', schema, segments }

test('a guide names the lists that the classifiers know, and orders the rest by likeness', async () => {
  const guided = await guideWith(embedder)(request, signal)
  if (!guided) throw new Error('There is no guide.')
  const { guide } = guided
  expect(guide.listed).toEqual(['action_items'])
  // By the summary, and by the fields that nothing else answers.
  expect(guide.rankings).toHaveLength(1 + 3)
  for (const ranking of guide.rankings) expect(ranking).toHaveLength(guide.utterances.length)
  const ids = new Set(guide.utterances.flatMap(({ segmentIds }) => segmentIds))
  expect(ids.size).toBe(segments.length)
})

test('there is none for a short talk, and none in a language that the classifiers do not know', async () => {
  const guide = guideWith(embedder)
  expect(await guide({ ...request, segments: salesCall }, signal)).toBeNull()
  expect(await guide({ ...request, language: 'de' }, signal)).toBeNull()
})

test('an analysis that is cancelled while it is prepared fails as cancelled', async () => {
  const model = { id: 'gone', path: 'no/such/model.gguf', sha256: '0'.repeat(64) }
  const log = createLog('silent')
  const writer = createWriter({ log, embedder, findLanguageModel: async () => model })
  const options = { signal: AbortSignal.abort(), onProgress: () => {} }
  await expect(writer.write(request, options)).rejects.toMatchObject({ code: 'cancelled' })
})
