import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const createPrompt = (schema: string) =>
  app.call('POST', '/v1/prompts', {
    body: `{"name":"x","template":"{{transcript}}","output_schema":${schema}}`,
  })

test.each([101, 5_000, 150_000])('a body of %i levels is refused, not choked on', async (depth) => {
  for (const [open, close] of [
    ['{"a":', '}'],
    ['[', ']'],
  ] as const) {
    const answer = await createPrompt(`${open.repeat(depth)}1${close.repeat(depth)}`)
    expect([answer.status, answer.body.error.code]).toEqual([400, 'validation_error'])
    expect(answer.body.error.details[0]).toMatchObject({ field: 'output_schema', code: 'too_deep' })
  }
})
