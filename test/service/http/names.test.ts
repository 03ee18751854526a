import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { givenProject, givenRecording } from '../../support/factory.ts'

let app: TestApp
let recording: string
beforeAll(async () => {
  app = await startTestApp()
  const { id } = await givenProject(app)
  recording = `/v1/projects/${id}/content/${await givenRecording(app, id)}`
})
afterAll(() => app.stop())

/** What gives a name, and where its answer tells it. */
const places: Record<string, (name: string) => Promise<{ status: number; body: unknown }>> = {
  project: (name) => app.call('POST', '/v1/projects', { body: { name } }),
  prompt: (name) => app.call('POST', '/v1/prompts', { body: { name, template: '{{transcript}}' } }),
  'API key': (name) => app.call('POST', '/v1/api-keys', { body: { name } }),
  organization: (name) => app.call('PATCH', '/v1/org', { body: { name } }),
  recording: (title) => app.call('PATCH', recording, { body: { title } }),
}

describe.each(Object.keys(places))('the name of a %s', (noun) => {
  const send = (name: string) => places[noun]?.(name)

  test.each([
    '',
    ' \t\u00A0',
    '\u200B',
    '\u200D\u200E',
    '\u3164',
    'two\nlines',
    'bell\u0007',
    '\u202Egnp.exe',
    'a\u200Bb',
    'next\u0085line',
    '\u{E0041}\u{E0042}',
  ])('%j is refused', async (name) => {
    expect(await send(name)).toMatchObject({
      status: 400,
      body: { error: { code: 'validation_error', details: [{ code: 'invalid' }] } },
    })
  })

  test('is kept without the blanks around it, and else as it was given', async () => {
    // A family of four, Persian with a joiner that does not join, and a name of another direction.
    for (const name of ['👨‍👩‍👧‍👦 & co', 'نامه‌ای', 'שלום 2', 'Ann  Lee', '🏴󠁧󠁢󠁷󠁬󠁳󠁿']) {
      const answer = await send(`\u00A0 ${name} \t\n`)
      expect(answer?.status).toBeOneOf([200, 201])
      const kept = noun === 'recording' ? name.replace('  ', ' ') : name
      expect(answer?.body).toMatchObject({
        data: noun === 'recording' ? { title: kept } : { name: kept },
      })
    }
  })
})

test('a name that is long, or hidden at its very end, is looked at in no time', async () => {
  const body = { name: `${' a'.repeat(400_000)}\u0007` }
  const from = performance.now()
  expect((await app.call('POST', '/v1/projects', { body })).status).toBe(400)
  expect(performance.now() - from).toBeLessThan(2_000)
})
