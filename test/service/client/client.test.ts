import { createEarshot, EarshotError, type Earshot, type EarshotOptions } from 'earshot/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { scriptedTranscriber, spoken } from '../../support/engine.ts'
import { givenProject, givenRecording } from '../../support/factory.ts'
import { JobError } from '../../../service/core/errors.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app?.stop())

/** A client that waits for the service's work where it would wait for time. */
const open = (options: EarshotOptions = {}): Earshot =>
  createEarshot({
    baseUrl: app.baseUrl,
    apiKey: app.sessionToken,
    pause: () => app.idle(),
    ...options,
  })

test('every operation is there by its name, and answers data and meta', async () => {
  const earshot = open()
  const { data, meta } = await earshot.createProject({ body: { name: 'Sales' } })
  expect(data).toMatchObject({ id: expect.stringMatching(/^proj_/), name: 'Sales' })
  expect(meta.request_id).toMatch(/^req_/)
  const again = await earshot.getProject({ path: { projectId: data.id } })
  expect(again.data).toEqual(data)
})

test('a refusal is an EarshotError with code, status, details and request id', async () => {
  const refused = await open()
    .createProject({ body: { name: '' } })
    .catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(EarshotError)
  expect(refused).toMatchObject({
    code: 'validation_error',
    status: 400,
    details: expect.arrayContaining([expect.objectContaining({ field: 'name' })]),
    requestId: expect.stringMatching(/^req_/),
  })
})

test('a key that is asked for before each call, and a version that is named', async () => {
  const keys = ['sk_live_wrong', app.sessionToken]
  const earshot = open({ apiKey: () => keys.shift(), apiVersion: '2026-11-21' })
  await expect(earshot.getOrganization()).rejects.toMatchObject({ status: 401 })
  await expect(earshot.getOrganization()).resolves.toMatchObject({
    data: { subscription: { plan: 'local' } },
  })
  const tooNew = open({ apiVersion: '2030-01-01' }).getOrganization()
  await expect(tooNew).rejects.toMatchObject({ code: 'unsupported_api_version' })
})

test('all() reads page after page, with the filters of the first', async () => {
  const earshot = open()
  const { id: projectId } = await givenProject(app)
  const announce = (index: number) =>
    earshot.createUpload({
      path: { projectId },
      body: { filename: `${index}.wav`, content_type: 'audio/wav', size_bytes: 10 },
    })
  for (const index of [1, 2, 3, 4, 5]) await announce(index)
  const query = { limit: 2, status: 'uploaded' as const }
  const names = []
  for await (const { filename } of earshot.all(earshot.listContent, {
    path: { projectId },
    query,
  })) {
    names.push(filename)
  }
  expect(names).toEqual(['5.wav', '4.wav', '3.wav', '2.wav', '1.wav'])
})

test('upload() announces, sends and confirms, and tells how far it is', async () => {
  const earshot = open()
  const { id: projectId } = await givenProject(app)
  const bytes = new Uint8Array(3_000_000).fill(7)
  const sent: number[] = []
  const content = await earshot.upload(projectId, new File([bytes], 'call.mp3'), {
    onProgress: (done, total) => sent.push(done / total),
  })
  expect(content).toMatchObject({
    filename: 'call.mp3',
    content_type: 'audio/mpeg',
    size_bytes: bytes.length,
    status: 'processing',
  })
  expect(sent.length).toBeGreaterThan(1)
  expect(sent).toEqual(sent.toSorted((left, right) => left - right))
  expect(sent.at(-1)).toBe(1)
})

test('an upload that is stopped leaves nothing behind', async () => {
  const earshot = open()
  const { id: projectId } = await givenProject(app)
  const stopping = new AbortController()
  const file = new File([new Uint8Array(5_000_000)], 'call.wav')
  const upload = earshot.upload(projectId, file, {
    onProgress: () => stopping.abort(),
    signal: stopping.signal,
  })
  await expect(upload).rejects.toMatchObject({ name: 'AbortError' })
  expect((await earshot.listContent({ path: { projectId } })).data).toEqual([])
})

test('waitForTranscript() and waitForAnalysis() answer what came of the work', async () => {
  const earshot = open()
  const { id: projectId } = await givenProject(app)
  const { id: contentId } = await earshot.upload(projectId, new Blob(['some sound']), {
    filename: 'call.wav',
  })
  const steps: string[] = []
  const onProgress = (step: string) => void steps.push(step)
  const transcript = await earshot.waitForTranscript({ projectId, contentId }, { onProgress })
  expect(transcript.text).toBe('We will send the contract on Friday.')
  expect(steps.at(-1)).toBe('completed')
  const output_schema = { type: 'object', properties: { summary: { type: 'string' } } }
  const prompt = { name: 'Short', template: 'Sum up {{transcript}}', output_schema }
  const { id: prompt_id } = (await earshot.createPrompt({ body: prompt })).data
  const path = { projectId, contentId }
  const { data } = await earshot.analyzeContent({ path, body: { prompt_id } })
  const analysis = await earshot.waitForAnalysis({ ...path, analysisId: data.analysis_id })
  expect(analysis).toMatchObject({ status: 'completed', result: { summary: 'A contract.' } })
})

test('waitForInsights() answers those that were asked for', async () => {
  const earshot = open()
  const { id: projectId } = await givenProject(app)
  await givenRecording(app, projectId)
  const { data } = await earshot.generateInsights({ path: { projectId }, body: {} })
  const insights = await earshot.waitForInsights({ projectId, insightsId: data.insights_id })
  expect(insights).toMatchObject({ id: data.insights_id, status: 'completed' })
  const unknown = { projectId, insightsId: 'ins_none' }
  await expect(earshot.waitForInsights(unknown)).rejects.toMatchObject({ code: 'not_found' })
})

test('what is waited for and fails is an error with the code of the work', async () => {
  const transcriber = scriptedTranscriber(async () => {
    throw new JobError('decode_failed', 'This is no sound.')
  })
  const other = await startTestApp({ transcriber })
  const earshot = open({
    baseUrl: other.baseUrl,
    apiKey: other.sessionToken,
    pause: () => other.idle(),
  })
  const { id: projectId } = await givenProject(other)
  const contentId = await givenRecording(other, projectId)
  const waiting = earshot.waitForTranscript({ projectId, contentId })
  await expect(waiting).rejects.toMatchObject({ code: 'decode_failed' })
  await other.stop()
})

test('who waits may give up after a time, or at once', async () => {
  const gate = Promise.withResolvers<void>()
  const transcriber = scriptedTranscriber(async () => {
    await gate.promise
    return spoken()
  })
  const other = await startTestApp({ transcriber })
  const own = { baseUrl: other.baseUrl, apiKey: other.sessionToken }
  const { id: projectId } = await givenProject(other)
  const earshot = createEarshot({ ...own, pause: async () => {} })
  const { id: contentId } = await earshot.upload(projectId, new File(['x'], 'call.wav'))
  const place = { projectId, contentId }
  const late = earshot.waitForTranscript(place, { timeoutMs: 5_000 })
  await expect(late).rejects.toMatchObject({ code: 'wait_timeout' })
  const stopped = createEarshot(own).waitForTranscript(place, { signal: AbortSignal.abort() })
  await expect(stopped).rejects.toMatchObject({ name: 'AbortError' })
  gate.resolve()
  await other.stop()
})
