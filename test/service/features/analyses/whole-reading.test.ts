import { afterAll, beforeAll, expect, test } from 'vitest'
import { pino } from 'pino'
import { createEngines } from '../../../../service/engine/engines.ts'
import { readChosenModel } from '../../../../service/features/model-servers/model-servers.ts'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { absentEmbedder } from '../../../support/embedder.ts'
import { scriptedTranscriber } from '../../../support/engine.ts'
import { givenProject, givenRecording } from '../../../support/factory.ts'
import {
  ollama,
  startModelServer,
  type ChatBody,
  type TestModelServer,
} from '../../../support/model-server.ts'
import { twoPeople } from '../../../support/voices.ts'
import { carefulAnswer } from '../../engine/reading/careful-answer.ts'
import { isJudging, judge } from '../../engine/reading/scripted-model.ts'

// A capable model behind a server: what it wrote of a recording, from the analysis to the tasks of the project.

const note = {
  summary: [{ text: 'They send the contract.', lines: [1] }],
  sentiment: 'positive',
  key_topics: [{ text: 'Contract', lines: [1] }],
  action_items: [
    {
      text: 'Send the contract.',
      owner: 'Speaker 1',
      due: 'on Friday',
      condition: null,
      lines: [1],
    },
    { text: 'Order 480 helmets.', owner: null, due: null, condition: null, lines: [1] },
  ],
  deal_probability: 0.8,
  objections: [],
}
const answer = ({ messages }: ChatBody): string => {
  const prompt = messages.at(-1)?.content ?? ''
  if (isJudging(prompt)) return JSON.stringify(judge(prompt))
  return JSON.stringify(prompt.includes('spring catalogue') ? carefulAnswer : note)
}

let app: TestApp
let server: TestModelServer
beforeAll(async () => {
  server = await startModelServer(ollama(answer))
  const engines = () =>
    createEngines(app.deps.config, pino({ level: 'silent' }), {
      embedder: absentEmbedder(),
      chosenLanguageModel: (choice) => readChosenModel(app.deps, choice),
    })
  app = await startTestApp({
    transcriber: scriptedTranscriber(async () => twoPeople()),
    writer: {
      status: (choice) => engines().writer.status(choice),
      checkSchema: (schema) => engines().writer.checkSchema(schema),
      write: (request, work) => engines().writer.write(request, work),
      stop: async () => {},
    },
  })
})
afterAll(async () => {
  await app.stop()
  await server.stop()
})

test('a model that passes its test reads the whole, and tasks get their people and days', async () => {
  const body = { base_url: server.baseUrl }
  const { id } = (await app.call('POST', '/v1/model-servers', { body })).body.data
  const settings = { language_model: `${id}/llama3.2:3b` }
  await app.call('PATCH', '/v1/org', { body: { settings } })
  const project = (await givenProject(app)).id
  const content = `/v1/projects/${project}/content/${await givenRecording(app, project)}`
  await app.call('PUT', `${content}/notes`, { body: { text: 'Contract!', markers: [] } })
  await app.call('POST', `${content}/analyze`)
  await app.idle()

  const { data } = (await app.call('GET', `${content}/analyses`)).body
  const analysis = (await app.call('GET', `${content}/analyses/${data[0].id}`)).body.data
  const { segments } = (await app.call('GET', `${content}/transcript`)).body.data
  expect(analysis).toMatchObject({
    status: 'completed',
    // The specification's shape: tasks are texts. Nobody spoke of helmets.
    result: { summary: 'They send the contract.', action_items: ['Send the contract.'] },
    claims: { '/action_items/0': { owner: 'Speaker 1', due: 'on Friday', condition: null } },
    coverage: { chunks: 1, left_out: 1 },
    needs_language_model: [],
  })
  expect(analysis.coverage.tokens_used).toBe(analysis.coverage.tokens_total)
  expect(analysis.evidence['/action_items/0']).toContain(segments[0].id)
  const actions = (await app.call('GET', `/v1/projects/${project}/actions`)).body.data
  expect(actions).toMatchObject([
    { text: 'Send the contract.', owner: 'Speaker 1', due: 'on Friday' },
  ])

  const reading = server.chats.find(({ messages }) => messages[1]?.content.includes('Contract!'))
  expect(reading?.messages[1]?.content).toContain('<notes>\nContract!\n</notes>')
  // Not the 4,096 tokens that Ollama gives where nobody asks for more.
  expect(reading?.num_ctx).toBeGreaterThan(4_096)
  const [{ models }] = (await app.call('GET', '/v1/model-servers')).body.data
  expect(models[0].entrance_test).toEqual({ reads: 'whole', failed: [] })

  const asked = server.chats.length
  await app.call('POST', `${content}/analyze`, { body: { force_new: true } })
  await app.idle()
  // The test is taken once: one question reads, the other judges.
  expect(server.chats.length - asked).toBe(2)
})
