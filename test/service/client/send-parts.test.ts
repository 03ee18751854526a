import { sendInParts } from 'earshot/client'
import { expect, test } from 'vitest'

/** A service that has got the parts in `arrived`, and a line that breaks as often as `breaks` says. */
function open(sizes: readonly number[], breaks: number) {
  const arrived = new Map<string, string>()
  const progress: number[] = []
  const waits: number[] = []
  let left = breaks
  const file = new Blob([Array.from({ length: 10 }, (_, index) => index).join('')])
  const send = () =>
    sendInParts(file, {
      list: async () => ({
        content_id: 'cont_1',
        parts: sizes.map((bytes, index) => ({
          ...{ part_number: index + 1, size_bytes: bytes },
          upload_url: arrived.has(`/${index + 1}`) ? null : `/${index + 1}`,
        })),
        expires_at: '2026-11-21T09:00:00.000Z',
      }),
      send: async (url, part, onProgress) => {
        onProgress(1)
        if (url === '/2' && left-- > 0) throw new TypeError('fetch failed')
        arrived.set(url, await part.text())
      },
      pause: async (ms) => void waits.push(ms),
      onProgress: (sent) => progress.push(sent),
    })
  return { send, arrived, progress, waits }
}

test('a file goes part after part, and after a break what has not arrived', async () => {
  const { send, arrived, progress, waits } = open([4, 4, 2], 2)
  expect(await send()).toBe(true)
  expect([...arrived]).toEqual([
    ['/1', '0123'],
    ['/2', '4567'],
    ['/3', '89'],
  ])
  expect(waits).toEqual([1_000, 2_000])
  expect(progress).toEqual([0, 1, 5, 4, 5, 4, 5, 9, 10])
})

test('without parts the file is to be sent whole', async () => {
  const { send, arrived } = open([], 0)
  expect(await send()).toBe(false)
  expect(arrived.size).toBe(0)
})

test('a line that stays broken ends it', async () => {
  const { send, waits } = open([4, 4, 2], Infinity)
  await expect(send()).rejects.toThrow('fetch failed')
  expect(waits.length).toBe(9)
})
