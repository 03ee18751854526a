import { afterAll, beforeAll, expect, test } from 'vitest'
import { second } from '../../../../service/core/time.ts'
import type { TranscribeOptions } from '../../../../service/engine/engine.ts'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { scriptedTranscriber, spoken, untilAborted } from '../../../support/engine.ts'
import { givenProject, givenUpload } from '../../../support/factory.ts'

let app: TestApp
let item: string
let work: (options: TranscribeOptions) => Promise<unknown>
beforeAll(async () => {
  app = await startTestApp({
    transcriber: scriptedTranscriber(async (_request, options) => {
      await work(options)
      return spoken()
    }),
  })
  const { id } = await givenProject(app)
  item = `/v1/projects/${id}/content/${await givenUpload(app, id)}`
})
afterAll(() => app.stop())

/** What a reader sees once so much is done `seconds` later. */
async function seeAfter(options: TranscribeOptions, seconds: number, fraction: number) {
  app.clock.advance(seconds * second)
  options.onProgress(fraction)
  const read = async () => (await app.call('GET', item)).body.data
  await expect.poll(async () => (await read()).progress).toBeCloseTo(fraction, 5)
  return (await read()).remaining_seconds
}

test('the time that remains follows the speed of this run, not what was done before', async () => {
  const seen: unknown[] = []
  work = async (options) => {
    await options.parts?.write('a part', { done: true })
    seen.push(await seeAfter(options, 1, 0.1)) // too early to tell
    seen.push(await seeAfter(options, 9, 0.2)) // 0.2 in 10 s
    await untilAborted(options.signal)
  }
  await app.call('POST', `${item}/upload-complete`)
  await expect.poll(() => seen.length).toBe(2)
  expect(seen[0]).toBeNull()
  expect(seen[1]).toBeGreaterThan(35)
  expect(seen[1]).toBeLessThan(50)

  expect((await app.call('POST', `${item}/pause`)).body.data.remaining_seconds).toBeNull()
  work = async (options) => {
    await options.parts?.read('a part')
    seen.push(await seeAfter(options, 1, 0.6)) // a jump, which an earlier run had worked for
    seen.push(await seeAfter(options, 20, 0.7))
    seen.push(await seeAfter(options, 20, 0.8))
    seen.push(await seeAfter(options, 1, 1))
  }
  await app.call('POST', `${item}/resume`)
  await app.idle()
  expect(seen.slice(2)).toEqual([null, 60, 40, 0])
  const { body } = await app.call('GET', item)
  expect(body.data).toMatchObject({ status: 'completed', remaining_seconds: null })
})
