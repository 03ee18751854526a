import { readFile } from 'node:fs/promises'
import * as fc from 'fast-check'
import type { IpcMain } from 'electron'
import { expect, test, vi } from 'vitest'
import { registerBridge, type BridgeActions } from '../../main/bridge.ts'
import { callChannels, eventChannels } from '../../main/desktop-api.ts'

vi.mock('electron', () => import('./electron-fake.ts'))

const own = 'app://earshot'
const ownFrame = { url: `${own}/app/#/projects`, parent: null }
const source = (name: string) => readFile(new URL(`../../${name}`, import.meta.url), 'utf8')

type Handler = (event: unknown, ...args: unknown[]) => Promise<unknown>

function bridge(ownOrigin: string | null = own) {
  const handlers = new Map<string, Handler>()
  const calls: unknown[][] = []
  // registerBridge calls `handle` and nothing else of Electron's IpcMain.
  const ipc = { handle: (name: string, handler: Handler) => handlers.set(name, handler) }
  // Every action there is, noting what it was called with.
  const actions = new Proxy({} as BridgeActions, {
    get:
      (_, name) =>
      (...args: unknown[]) => {
        calls.push([name, ...args])
        return 'done'
      },
  })
  registerBridge(ipc as unknown as IpcMain, () => ownOrigin, actions)
  const send = async (channel: string, senderFrame: unknown, ...args: unknown[]) => {
    const handler = handlers.get(channel)
    if (!handler) throw new Error(`no handler for ${channel}`)
    return handler({ senderFrame }, ...args)
  }
  return { send, calls, channels: [...handlers.keys()] }
}

test('our own page is answered', async () => {
  const { send, calls } = bridge()
  expect(await send('desktop:session', ownFrame)).toBe('done')
  await send('desktop:open-outside', ownFrame, 'https://example.org/')
  await send('desktop:note-activity', ownFrame, { recording: 'paused', uploads: 2 })
  await send('desktop:notify', ownFrame, { title: 'Ready', body: 'x', path: '/projects' })
  expect(calls).toEqual([
    ['session'],
    ['openOutside', 'https://example.org/'],
    ['noteActivity', { recording: 'paused', uploads: 2 }],
    ['notify', { title: 'Ready', body: 'x', path: '/projects' }],
  ])
})

test('the preload offers exactly the calls that are handled and the events that are sent', async () => {
  const preload = await source('main/preload.ts')
  expect(bridge().channels.toSorted()).toEqual(Object.values(callChannels).toSorted())
  const offered = [...preload.matchAll(/^ {2}(\w+): (call|on)\('(\w+)'\)/gm)]
  expect(offered.every(([, name, , channel]) => name === channel)).toBe(true)
  const named = (how: string) => offered.flatMap(([, name, kind]) => (kind === how ? name : []))
  expect(named('call')).toEqual(Object.keys(callChannels))
  expect(named('on')).toEqual(Object.keys(eventChannels))
})

const foreignFrame = fc.oneof(
  fc.constant(null),
  fc.record({
    url: fc.oneof(
      fc.webUrl(),
      fc.string(),
      fc.constantFrom(
        'about:blank',
        'http://127.0.0.1:4777/app/',
        'app://earshot.example.org/app/',
        'app://earshots/app/',
        'app://x@earshot/app/',
        'app://earshot:80/app/',
        'apps://earshot/app/',
      ),
    ),
    parent: fc.constantFrom(null, ownFrame),
  }),
  fc.constant({ ...ownFrame, parent: ownFrame }), // our page, but embedded in another frame
)

test('5,000 messages from foreign frames: each refused, none acted upon (reliability.md E-5)', async () => {
  const { send, calls, channels } = bridge()
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...channels),
      foreignFrame,
      fc.array(fc.anything(), { maxLength: 4 }),
      async (channel, frame, args) => {
        await expect(send(channel, frame, ...args)).rejects.toThrow('Refused: not the page')
      },
    ),
    { numRuns: 5_000 },
  )
  expect(calls).toEqual([])
})

/** The channels that take nothing, and so must refuse whatever comes. */
const argument = fc.oneof(
  fc.anything(),
  fc.string(),
  fc.boolean(),
  fc.record({ recording: fc.string(), uploads: fc.anything() }),
  fc.record({ title: fc.anything(), body: fc.string(), path: fc.string() }),
)

test('5,000 messages from our page: refused or taken, but never anything else', async () => {
  const { send, calls, channels } = bridge()
  let taken = 0
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...channels),
      fc.array(argument, { maxLength: 3 }),
      async (channel, args) => {
        const answer = await send(channel, ownFrame, ...args).catch((error: Error) => error.message)
        if (answer === 'done') taken++
        else expect(answer).toBe('Refused: not the arguments of this call.')
      },
    ),
    { numRuns: 5_000 },
  )
  expect(calls).toHaveLength(taken)
  expect(taken).toBeGreaterThan(0)
})

test.each<[string, unknown[]]>([
  ['desktop:session', [1]],
  ['desktop:open-outside', ['x'.repeat(2_049)]],
  ['desktop:open-outside', []],
  ['desktop:note-activity', [{ recording: 'asleep', uploads: 0 }]],
  ['desktop:note-activity', [{ recording: 'idle', uploads: -1 }]],
  ['desktop:note-activity', [{ recording: 'idle', uploads: 0, more: 1 }]],
  ['desktop:notify', [{ title: 'x', body: 'y', path: 'https://example.org/' }]],
  ['desktop:set-login-item', ['yes']],
  ['desktop:set-shortcut', [undefined]],
  ['desktop:choose-folder', ['/recordings']],
])('%s with %j is refused', async (channel, args) => {
  const { send, calls } = bridge()
  await expect(send(channel, ownFrame, ...args)).rejects.toThrow('not the arguments')
  expect(calls).toEqual([])
})

test('nobody is served while no service runs', async () => {
  await expect(bridge(null).send('desktop:session', ownFrame)).rejects.toThrow('Refused')
})
