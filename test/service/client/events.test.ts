import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createEarshot, verifyWebhook, type EarshotEvent, type StreamOptions } from 'earshot/client'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { givenKey, givenProject } from '../../support/factory.ts'
import { signedEvent } from '../../support/signed-event.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app?.stop())

const open = (more: Parameters<typeof createEarshot>[0] = {}) =>
  createEarshot({
    baseUrl: app.baseUrl,
    apiKey: app.sessionToken,
    pause: async () => {},
    ...more,
  })

/** Takes so many events, beginning once the stream is open. */
async function take(
  earshot: ReturnType<typeof open>,
  count: number,
  options: StreamOptions & { act?: (taken: number) => unknown } = {},
): Promise<EarshotEvent[]> {
  const taken: EarshotEvent[] = []
  const onOpen = () => void options.act?.(taken.length)
  for await (const event of earshot.streamEvents({ onOpen, ...options })) {
    taken.push(event)
    if (taken.length === count) break
    await options.act?.(taken.length)
  }
  return taken
}

test('events come as they happen, of the names and the project asked for', async () => {
  const { id: projectId } = await givenProject(app)
  const other = await givenProject(app)
  const announce = (place: string) =>
    open().createUpload({
      path: { projectId: place },
      body: { filename: 'a.wav', content_type: 'audio/wav', size_bytes: 10 },
    })
  const events = await take(open(), 1, {
    projectId,
    events: ['content.created', 'content.deleted'],
    act: async () => {
      await announce(other.id)
      await announce(projectId)
    },
  })
  expect(events).toMatchObject([{ event: 'content.created', project_id: projectId }])
})

test('an answer comes step by step; a refusal is thrown, and so is an end before the end', async () => {
  const steps = []
  for await (const { event } of open().streamAnswer({ question: 'Who signs?' })) steps.push(event)
  expect(steps).toEqual(['quotes', 'answer', 'done'])
  const first = (question: object, earshot = open()) =>
    earshot.streamAnswer({ question: 'Who signs?', ...question }).next()
  await expect(first({ content_id: 'cont_none' })).rejects.toMatchObject({ code: 'not_found' })
  const answer = async (text: string) => new Response(text, { status: 200 })
  const failing = open({ fetch: () => answer('event: error\ndata: {"error":{"code":"x"}}\n\n') })
  await expect(first({}, failing)).rejects.toMatchObject({ code: 'x' })
  const ending = open({ fetch: () => answer('') })
  await expect(first({}, ending)).rejects.toMatchObject({ code: 'service_unreachable' })
})

test('a stream that breaks goes on behind the last event, none lost and none twice', async () => {
  const names = ['first', 'second', 'third', 'fourth']
  const made: string[] = []
  // Each connection breaks after its first event, by a reader that gives up.
  let connections = 0
  const breaking: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    if (!response.body) return response
    connections += 1
    return new Response(untilFirstEvent(response.body), response)
  }
  const earshot = open({ fetch: breaking })
  const events = await take(earshot, 4, {
    events: ['project.created'],
    act: async (taken) => {
      const name = names[taken]
      if (made.length > taken || !name) return
      made.push(name)
      // Made while nobody listens: between two connections.
      await givenProject(app, { name })
    },
  })
  expect(events.map(({ data }) => data['name'])).toEqual(names)
  expect(connections).toBeGreaterThan(1)
})

function untilFirstEvent(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await reader.read()
      if (done) return controller.close()
      controller.enqueue(value)
      if (!new TextDecoder().decode(value).includes('data:')) return
      await reader.cancel()
      controller.error(new TypeError('terminated'))
    },
    cancel: (reason) => reader.cancel(reason),
  })
}

test('lastEventId goes on behind an event of before', async () => {
  const since = (await open().listEvents({ query: { limit: 1 } })).data[0]?.id ?? ''
  const { id } = await givenProject(app)
  const [event] = await take(open(), 1, { lastEventId: since })
  expect(event).toMatchObject({ event: 'project.created', project_id: id })
})

test('a refusal ends the stream with its error; an abort ends it quietly', async () => {
  const refused = take(open({ apiKey: 'sk_live_wrong' }), 1)
  await expect(refused).rejects.toMatchObject({ code: 'authentication_required', status: 401 })
  const key = await givenKey(app, {
    key_type: 'publishable',
    project_ids: [(await givenProject(app)).id],
  })
  await expect(take(open({ apiKey: key }), 1)).rejects.toMatchObject({ status: 403 })
  const stopping = new AbortController()
  const act = () => stopping.abort()
  expect(await take(open(), 1, { signal: stopping.signal, act })).toEqual([])
})

const servers: { close: () => void }[] = []
afterEach(() => servers.splice(0).forEach((server) => server.close()))

test('a service that is away is asked again, after the time it named', async () => {
  const asked: (string | undefined)[] = []
  const answers: ((response: ServerResponse) => void)[] = [
    (response) => response.writeHead(200).end('retry: 50\nid: evt_1\n\n'),
    (response) => response.destroy(),
    (response) => response.writeHead(503).end(),
    (response) =>
      response
        .writeHead(200)
        .end('event: stream.reset\ndata: {}\n\nid: evt_2\ndata: {"id":"evt_2"}\n\n'),
  ]
  const server = createServer((request, response) => {
    asked.push(request.headers['last-event-id']?.toString())
    answers[asked.length - 1]?.(response)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const waits: number[] = []
  const earshot = open({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // it listens on TCP
    pause: async (ms) => void waits.push(ms),
  })
  let resets = 0
  const onReset = () => void (resets += 1)
  expect(await take(earshot, 1, { onReset })).toEqual([{ id: 'evt_2' }])
  expect(asked).toEqual([undefined, 'evt_1', 'evt_1', 'evt_1'])
  expect(waits).toEqual([50, 50, 50])
  expect(resets).toBe(1)
})

test.each([1, 2, 3, 7, 100])('a stream is read whole in chunks of %i bytes', async (size) => {
  const text =
    ': hello\nid: 1\n\nevent: a\ndata: {"id":\ndata: "öne"}\r\n\r\ndata:{"id":"x"}\rid: 2\r\rretry: 5\n\n'
  const bytes = new TextEncoder().encode(text)
  const ids: (string | null)[] = []
  const waits: number[] = []
  const earshot = open({
    fetch: async (input, init) => {
      ids.push(new Request(input, init).headers.get('last-event-id'))
      return new Response(inChunks(bytes, size))
    },
    pause: async (ms) => void waits.push(ms),
  })
  // Two of the first connection, one of the next.
  expect(await take(earshot, 3)).toEqual([{ id: 'öne' }, { id: 'x' }, { id: 'öne' }])
  expect(ids).toEqual([null, '2'])
  expect(waits).toEqual([5])
})

const inChunks = (bytes: Uint8Array, size: number): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) {
        controller.enqueue(bytes.slice(at, at + size))
      }
      controller.close()
    },
  })

test('verifyWebhook() answers the event of a signed body and refuses any other', () => {
  const { secret, body, headers, now } = signedEvent()
  expect(verifyWebhook(headers, body, secret)).toMatchObject({ event: 'webhook.test' })
  expect(verifyWebhook(new Headers(headers), body, secret)).toMatchObject({ id: 'evt_1' })
  expect(() => verifyWebhook(headers, `${body} `, secret)).toThrow('No matching signature')
  const old = { ...headers, 'webhook-timestamp': String(Math.floor(now.getTime() / 1_000) - 600) }
  expect(() => verifyWebhook(old, body, secret)).toThrow('too old')
  expect(() => verifyWebhook({}, body, secret)).toThrow('Missing')
})

test('a connection that dies without a word is given up and opened again', async () => {
  const asked: (string | undefined)[] = []
  const server = createServer((request, response) => {
    asked.push(request.headers['last-event-id']?.toString())
    response.writeHead(200).write(`id: evt_${asked.length}\ndata: {"id":"evt_${asked.length}"}\n\n`)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const earshot = open({ baseUrl: `http://127.0.0.1:${port}` })
  const events = await take(earshot, 2, { silenceMs: 20 })
  expect(events.map(({ id }) => id)).toEqual(['evt_1', 'evt_2'])
  expect(asked).toEqual([undefined, 'evt_1'])
  server.closeAllConnections()
})
