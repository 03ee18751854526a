import { expect, test } from 'vitest'
import { createLog } from '../../../service/core/log.ts'
import { plusMs } from '../../../service/core/time.ts'
import { createWorkLoop, type WorkLoopOptions } from '../../../service/core/work-loop.ts'
import { createFakeClock } from '../../support/clock.ts'

const log = createLog('silent')
const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))

function open(options: Partial<WorkLoopOptions<number>>) {
  const clock = createFakeClock()
  const due: number[] = []
  const looks: number[] = []
  const loop = createWorkLoop<number>({
    clock,
    log,
    name: 'tests',
    look: async (running, begin) => {
      looks.push(running().length)
      for (const item of due.splice(0)) begin(item)
      return null
    },
    run: () => Promise.resolve(),
    ...options,
  })
  return { clock, due, looks, loop }
}

test('a wake-up while it looks leads to one more look, and none before the start counts', async () => {
  const { looks, loop } = open({})
  loop.wake()
  expect(looks).toEqual([])
  loop.start()
  loop.wake()
  loop.wake()
  await loop.idle()
  expect(looks).toHaveLength(2)
})

test('it looks again after each run and when the next item is due', async () => {
  const ran: string[] = []
  const { clock, loop } = open({
    look: async () => {
      ran.push('look')
      return plusMs(clock.now(), 60_000)
    },
  })
  loop.start()
  await loop.idle()
  const before = ran.length
  clock.advance(59_999)
  expect(ran).toHaveLength(before)
  clock.advance(1)
  expect(ran).toHaveLength(before + 1)
  await loop.stop()
  clock.advance(600_000)
  expect(ran).toHaveLength(before + 1)
})

test('a look that fails is repeated after half a minute', async () => {
  let looks = 0
  const { clock, loop } = open({
    look: async () => {
      looks += 1
      if (looks === 1) throw new Error('no')
      return null
    },
  })
  loop.start()
  // Not `idle`, which would look again at once.
  await new Promise(setImmediate)
  clock.advance(29_999)
  expect(looks).toBe(1)
  clock.advance(1)
  expect(looks).toBe(2)
})

test('cancelling aborts what matches and waits for its end; a stop aborts the rest', async () => {
  const ended: unknown[] = []
  const { due, loop } = open({
    run: async (item, signal) => {
      await untilAborted(signal)
      ended.push([item, signal.reason])
    },
  })
  due.push(1, 2, 3)
  loop.start()
  await loop.cancel((item) => item === 2)
  expect(ended).toEqual([[2, 'cancelled']])
  await loop.stop()
  expect(ended.slice(1)).toEqual([
    [1, 'stopping'],
    [3, 'stopping'],
  ])
})
