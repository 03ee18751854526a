import { once } from 'node:events'
import { connect } from 'node:net'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Type } from 'typebox'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createLog } from '../../../service/core/log.ts'
import { renderErrors } from '../../../service/http/errors.ts'
import { takeForm } from '../../../service/http/form.ts'
import { createServer, type App } from '../../../service/http/server.ts'
import { createFakeClock } from '../../support/clock.ts'

let app: App
let url: string
let held: { text: string; isDiscarded: boolean }[]
/** Rejected reads: what came of them is the receiver's to remove. */
let brokenOff: number

beforeEach(() => {
  held = []
  brokenOff = 0
})
beforeAll(async () => {
  app = createServer({ log: createLog('silent'), clock: createFakeClock(), baseUrl: () => '' })
  renderErrors(app, () => '')
  app.register(async (scope: App) => {
    const form = await takeForm(scope, { field: 'file', mostBytes: 20, receive })
    const body = Type.Object(
      {
        file: Type.String(),
        size: Type.Optional(Type.Integer()),
        'of[]': Type.Optional(Type.Any()),
      },
      { additionalProperties: false },
    )
    scope.post(
      '/form',
      { config: { form: true, bytes: 'request' }, schema: { body } },
      (request) => ({
        ...request.body,
        ...form.requireFile(request),
      }),
    )
  })
  url = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

async function receive(bytes: Readable) {
  const text = String(
    await buffer(bytes).catch((error: unknown) => {
      brokenOff += 1
      throw error
    }),
  )
  const one = { text, isDiscarded: false }
  held.push(one)
  return { discard: async () => void (one.isDiscarded = true) }
}

function post(parts: readonly (readonly [name: string, value: string | Blob])[]) {
  const body = new FormData()
  for (const [name, value] of parts) body.append(name, value)
  return fetch(`${url}/form`, { method: 'POST', body })
}
const file = (text = 'some bytes') =>
  ['file', new File([text], 'call.wav', { type: 'audio/wav' })] as const

test('texts are read by the shape, lists by their names, and the file goes once it is answered', async () => {
  const answer = await post([['of[]', 'a'], file(), ['size', '7'], ['of[]', 'b']])
  expect(await answer.json()).toMatchObject({
    ...{ file: 'call.wav', size: 7, 'of[]': ['a', 'b'] },
    ...{ filename: 'call.wav', contentType: 'audio/wav' },
  })
  expect(held).toEqual([{ text: 'some bytes', isDiscarded: true }])
})

test.each([
  ['an unknown field', [file(), ['more', 'x']] as const, 400, 'more'],
  ['a text of another kind', [file(), ['size', 'large']] as const, 400, 'size'],
  ['a text that is sent twice', [file(), ['size', '1'], ['size', '2']] as const, 400, 'size'],
  ['a text that is too long', [file(), ['size', '1'.repeat(70_000)]] as const, 400, 'size'],
  ['a second file', [file(), file()] as const, 400, 'file'],
  ['a file under another name', [['sound', new Blob(['x'])]] as const, 400, 'sound'],
  ['no file', [['size', '1']] as const, 400, 'file'],
  [
    'a name that would be one of every object',
    [file(), ['constructor', 'x']] as const,
    400,
    'body',
  ],
  ['a file that is too large', [file('more bytes than twenty')] as const, 413, undefined],
  ['sixty parts', Array.from({ length: 60 }, () => ['of[]', 'x'] as const), 400, 'body'],
])('%s is refused, and nothing stays', async (_what, parts, status, field) => {
  const answer = await post(parts)
  expect(answer.status).toBe(status)
  expect((await answer.json()).error.details[0]?.field).toBe(field)
  await expect.poll(() => held.filter(({ isDiscarded }) => !isDiscarded)).toEqual([])
})

test('a large file is refused by its length before it is read', async () => {
  const answer = await post([file('x'.repeat(2_000_000))])
  expect(answer.status).toBe(413)
  expect(held).toEqual([])
})

test('where the client hangs up in the middle of the file, what came of it goes', async () => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  await once(socket, 'connect')
  const head = [
    'POST /form HTTP/1.1',
    'host: 127.0.0.1',
    'content-type: multipart/form-data; boundary=b',
    'content-length: 500',
  ]
  const part = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.wav"\r\n\r\nsome'
  socket.write(`${head.join('\r\n')}\r\n\r\n${part}`)
  setImmediate(() => socket.destroy())
  await expect.poll(() => brokenOff).toBe(1)
  expect(held).toEqual([])
})
