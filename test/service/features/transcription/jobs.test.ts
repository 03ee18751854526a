import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { second } from '../../../../service/core/time.ts'
import type { Transcriber } from '../../../../service/engine/engine.ts'
import { transcriptJobs } from '../../../../service/features/transcription/jobs.ts'
import type { JobRun } from '../../../../service/queue/job.ts'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { scriptedTranscriber, spoken, untilAborted } from '../../../support/engine.ts'
import { givenProject, givenUpload } from '../../../support/factory.ts'

let app: TestApp
let item: string
let contentId: string
let transcribe: Transcriber['transcribe']
beforeAll(async () => {
  app = await startTestApp({
    transcriber: scriptedTranscriber((...input) => transcribe(...input)),
  })
})
afterAll(() => app.stop())
beforeEach(async () => {
  transcribe = async () => spoken()
  const project = await givenProject(app)
  contentId = await givenUpload(app, project.id)
  item = `/v1/projects/${project.id}/content/${contentId}`
})

const complete = () => app.call('POST', `${item}/upload-complete`)
const read = async () => (await app.call('GET', item)).body.data
const events = async () =>
  (await app.deps.db.sql.selectFrom('events').selectAll().orderBy('id').execute())
    .filter(
      ({ data, event }) => data['content_id'] === contentId && event.startsWith('transcription.'),
    )
    .map(({ event }) => event)

/** A run of the job as the worker would start it, in the test's own hand. */
function givenRun(changes: Partial<JobRun<unknown>> = {}) {
  const [handler] = transcriptJobs(app.deps)
  if (!handler) throw new Error('There is no handler.')
  const run: JobRun<unknown> = {
    payload: { content_id: contentId },
    attempt: 1,
    lane: 'engine',
    isFirst: false,
    signal: new AbortController().signal,
    isCurrent: async () => true,
    finish: async () => true,
    takeAlong: async () => [],
    moveTo: async () => {},
    ...changes,
  }
  return { run: () => handler.run(run), giveUp: () => handler.giveUp(run.payload) }
}

const givenProcessing = () =>
  app.deps.db.sql
    .updateTable('content')
    .set({ status: 'processing', stage: 'queued', progress: 0 })
    .where('id', '=', contentId)
    .execute()

test('shows its stage and its progress, which is stored in steps', async () => {
  const seen: [string, number][] = []
  const look = async () => {
    // Progress is stored behind the engine's back: what a reader sees settles a moment later.
    const { stage, progress } = await read()
    seen.push([stage, progress])
  }
  transcribe = async (_input, { onProgress }) => {
    await look()
    app.clock.advance(second / 2)
    onProgress(0.5)
    await expect.poll(async () => (await read()).progress).toBe(0.5)
    onProgress(0.9)
    app.clock.advance(second / 2)
    onProgress(0.505)
    await look()
    onProgress(0.95)
    return spoken()
  }
  await complete()
  await app.idle()
  expect(seen).toEqual([
    ['transcribing', 0],
    ['transcribing', 0.5],
  ])
  expect(await read()).toMatchObject({ status: 'completed', stage: null, progress: null })
})

describe('a stop of the service', () => {
  test('hands the job back: the item stays in processing, nothing is reported', async () => {
    await givenProcessing()
    const stop = new AbortController()
    transcribe = async (_input, { signal }) => untilAborted(signal)
    const { run } = givenRun({ signal: stop.signal })
    const running = run()
    await expect.poll(async () => (await read()).stage).toBe('transcribing')
    stop.abort('stopping')
    await expect(running).rejects.toThrow()
    expect((await read()).status).toBe('processing')
    expect(await events()).toEqual(['transcription.started'])

    transcribe = async () => spoken()
    await givenRun({ attempt: 2 }).run()
    expect((await read()).status).toBe('completed')
    expect(await events()).toEqual(['transcription.started', 'transcription.completed'])
  })
})

test('running twice completes once', async () => {
  await givenProcessing()
  await Promise.all([givenRun().run(), givenRun({ attempt: 2 }).run()])
  await givenRun({ attempt: 3 }).run()
  expect((await read()).status).toBe('completed')
  expect((await events()).filter((event) => event === 'transcription.completed')).toHaveLength(1)
  expect((await app.call('GET', `${item}/transcript`)).body.data.version).toBe(1)
})

test('a superseded attempt writes nothing', async () => {
  await givenProcessing()
  const late = { isCurrent: async () => false, finish: async () => false }
  await givenRun(late).run()
  expect(await read()).toMatchObject({
    status: 'processing',
    stage: 'queued',
    has_transcript: false,
  })
  expect(await events()).toEqual([])
})

test('one that was interrupted too often is failed as interrupted, once', async () => {
  await givenProcessing()
  const { giveUp } = givenRun()
  await giveUp()
  await giveUp()
  expect(await read()).toMatchObject({ status: 'failed', error: { code: 'interrupted' } })
  expect(await events()).toEqual(['transcription.failed'])
})

test('a bug in the engine is tried three times, then given up', async () => {
  let tries = 0
  transcribe = async () => {
    tries += 1
    throw new TypeError('a bug')
  }
  await complete()
  await app.idle()
  expect(tries).toBe(3)
  expect(await read()).toMatchObject({ status: 'failed', error: { code: 'interrupted' } })
})

test('a job whose recording is gone does nothing', async () => {
  await app.call('DELETE', item)
  const { run, giveUp } = givenRun()
  await run()
  await giveUp()
  expect(await events()).toEqual([])
})
