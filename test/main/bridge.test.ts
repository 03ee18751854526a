import * as fc from 'fast-check'
import type { IpcMain } from 'electron'
import { expect, test, vi } from 'vitest'
import { registerBridge } from '../../main/bridge.ts'

vi.mock('electron', () => import('./electron-fake.ts'))

const own = 'http://127.0.0.1:4777'
const ownFrame = { url: `${own}/app/`, parent: null }

type Handler = (event: unknown, ...args: unknown[]) => Promise<unknown>

function bridge(ownOrigin: string | null = own) {
  const handlers = new Map<string, Handler>()
  const calls: unknown[] = []
  // registerBridge calls `handle` and nothing else of Electron's IpcMain.
  const ipc = { handle: (name: string, handler: Handler) => handlers.set(name, handler) }
  registerBridge(ipc as unknown as IpcMain, () => ownOrigin, {
    session: () => {
      calls.push('session')
      return 'the key'
    },
    openOutside: async (address) => {
      calls.push(address)
      return true
    },
  })
  const send = async (channel: string, senderFrame: unknown, ...args: unknown[]) => {
    const handler = handlers.get(channel)
    if (!handler) throw new Error(`no handler for ${channel}`)
    return handler({ senderFrame }, ...args)
  }
  return { send, calls, channels: [...handlers.keys()] }
}

test('our own page gets the key of this launch and may open an address outside', async () => {
  const { send, calls } = bridge()
  expect(await send('desktop:session', ownFrame)).toBe('the key')
  expect(await send('desktop:open-outside', ownFrame, 'https://example.org/')).toBe(true)
  expect(calls).toEqual(['session', 'https://example.org/'])
})

test('the preload names exactly the channels that are handled', async () => {
  const { readFile } = await import('node:fs/promises')
  const preload = await readFile(new URL('../../main/preload.ts', import.meta.url), 'utf8')
  const named = [...preload.matchAll(/'(desktop:[a-z-]+)'/g)].map(([, name]) => name)
  expect(named.toSorted()).toEqual(bridge().channels.toSorted())
})

const foreignFrame = fc.oneof(
  fc.constant(null),
  fc.record({
    url: fc.oneof(
      fc.webUrl(),
      fc.string(),
      fc.constantFrom(
        'about:blank',
        'http://127.0.0.1:4778/app/',
        'http://localhost:4777/app/',
        `${own}@example.org/`,
        `${own}.example.org/app/`,
      ),
    ),
    parent: fc.constantFrom(null, ownFrame),
  }),
  fc.constant({ ...ownFrame, parent: ownFrame }), // our page, but embedded in another frame
)

test('1,000 messages from foreign frames: each refused, none acted upon', async () => {
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
    { numRuns: 1_000 },
  )
  expect(calls).toEqual([])
})

const isMeant = (channel: string, args: unknown[]) =>
  channel === 'desktop:session'
    ? args.length === 0
    : args.length === 1 && typeof args[0] === 'string' && args[0].length <= 2_048

test('1,000 messages from our page: what is not the channel’s arguments is refused', async () => {
  const { send, calls, channels } = bridge()
  let accepted = 0
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...channels),
      fc.array(fc.anything(), { maxLength: 3 }),
      async (channel, args) => {
        const sent = send(channel, ownFrame, ...args)
        if (isMeant(channel, args)) {
          accepted++
          await expect(sent).resolves.toBeDefined()
        } else {
          await expect(sent).rejects.toThrow('Refused: not the arguments')
        }
      },
    ),
    { numRuns: 1_000 },
  )
  expect(calls).toHaveLength(accepted)
})

test('nobody is served while no service runs', async () => {
  await expect(bridge(null).send('desktop:session', ownFrame)).rejects.toThrow('Refused')
})
