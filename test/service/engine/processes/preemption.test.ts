import { spawn } from 'node:child_process'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createLog } from '../../../../service/core/log.ts'
import { createPreemption, preemption } from '../../../../service/engine/processes/preemption.ts'
import { createLlama } from '../../../../service/engine/llama.ts'
import { runChild } from '../../../../service/engine/processes/run-child.ts'
import { workingTimer } from '../../../../service/engine/processes/working-timer.ts'
import { processState, type ProcessState } from '../../../support/process-state.ts'

// Only what the limits use: processes go by real time.
beforeAll(() => {
  // Urgent work of earlier files in this process may have left a debt, whose end is a time of the real clock.
  const realTime = performance.now()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  vi.advanceTimersByTime(realTime)
})
// Until what earlier urgent work owes is paid.
beforeEach(() => void vi.advanceTimersByTime(10_000))
afterAll(() => void vi.useRealTimers())

/** Urgent work that lasts until it is told to end. */
function beginUrgent(way = preemption) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const done = way.urgently(() => promise)
  return async () => {
    resolve()
    await done
  }
}

describe('who gives way', () => {
  function listen(way = createPreemption()) {
    const told: string[] = []
    const join = (name: string) =>
      way.join({
        pause: () => void told.push(`${name} holds`),
        resume: () => void told.push(`${name} goes`),
      })
    return { way, told, join }
  }

  test('everything stands still while somebody waits, and goes on afterwards', async () => {
    const { way, told, join } = listen()
    join('one')
    const end = beginUrgent(way)
    expect(told).toEqual(['one holds'])
    join('two')
    expect(told).toEqual(['one holds', 'two holds'])
    await end()
    expect(told.slice(2)).toEqual(['one goes', 'two goes'])
  })

  test('two urgent pieces of work are waited for, and failed work is over, too', async () => {
    const { way, told, join } = listen()
    join('one')
    const end = beginUrgent(way)
    await expect(way.urgently(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(told).toEqual(['one holds'])
    await end()
    expect(told).toEqual(['one holds', 'one goes'])
  })

  test('who leaves while it stands still goes on, and is not told again', async () => {
    const { way, told, join } = listen()
    const leave = join('one')
    const end = beginUrgent(way)
    leave()
    leave()
    await end()
    expect(told).toEqual(['one holds', 'one goes'])
  })

  test('urgent work without end leaves 40 % of the time to the rest', async () => {
    const way = createPreemption()
    let [heldMs, heldSince, longest] = [0, 0, 0]
    way.join({
      pause: () => (heldSince = performance.now()),
      resume: () => {
        heldMs += performance.now() - heldSince
        longest = Math.max(longest, performance.now() - heldSince)
      },
    })
    const end = beginUrgent(way)
    vi.advanceTimersByTime(60_000)
    await end()
    expect(heldMs / 60_000).toBeCloseTo(0.6, 1)
    expect(longest).toBeLessThanOrEqual(3_000)
  })

  test('pieces in a row leave it 40 %, too, and seldom ones hold at once', async () => {
    const { way, told, join } = listen()
    join('one')
    const first = beginUrgent(way)
    vi.advanceTimersByTime(1_500)
    await first()
    const second = beginUrgent(way)
    vi.advanceTimersByTime(990)
    expect(told).toEqual(['one holds', 'one goes'])
    vi.advanceTimersByTime(20)
    expect(told).toEqual(['one holds', 'one goes', 'one holds'])
    await second()
    vi.advanceTimersByTime(1_000)
    const third = beginUrgent(way)
    expect(told).toHaveLength(5)
    await third()
  })
})

test('a time limit counts no time of standing still', async () => {
  const onEnd = vi.fn()
  const timer = workingTimer(onEnd, 1_000)
  timer.restart()
  vi.advanceTimersByTime(900)
  const end = beginUrgent()
  vi.advanceTimersByTime(2_900)
  expect(onEnd).not.toHaveBeenCalled()
  await end()
  vi.advanceTimersByTime(90)
  expect(onEnd).not.toHaveBeenCalled()
  vi.advanceTimersByTime(20)
  expect(onEnd).toHaveBeenCalledTimes(1)
  timer.stop()
})

test('a limit that is restarted while all stands still begins when all goes on', async () => {
  const onEnd = vi.fn()
  const end = beginUrgent()
  const timer = workingTimer(onEnd, 1_000)
  timer.restart()
  vi.advanceTimersByTime(2_900)
  await end()
  vi.advanceTimersByTime(990)
  expect(onEnd).not.toHaveBeenCalled()
  timer.restart()
  vi.advanceTimersByTime(990)
  timer.stop()
  vi.advanceTimersByTime(5_000)
  expect(onEnd).not.toHaveBeenCalled()
})

const idling = 'setInterval(() => {}, 1e6)'

/** Waits by real time; a poll of the test runner would move the clock. */
async function untilIt(state: ProcessState, pid: number): Promise<void> {
  const latest = process.hrtime.bigint() + 60_000_000_000n
  while ((await processState(pid)) !== state) {
    if (process.hrtime.bigint() > latest) throw new Error(`Process ${pid} is not so: ${state}.`)
    await new Promise((next) => setImmediate(next))
  }
}

/** A child that runs until it is ended. */
function startChild(change: Partial<Parameters<typeof runChild>[0]> = {}) {
  const spawned = Promise.withResolvers<number>()
  const result = runChild({
    command: process.execPath,
    args: ['-e', idling],
    box: { read: [], memoryBytes: 2 ** 30, processorSeconds: 60 },
    deadlineMs: 60_000,
    signal: new AbortController().signal,
    onSpawn: spawned.resolve,
    ...change,
  })
  // Looked at by each test in its own time.
  result.catch(() => undefined)
  return { result, pid: spawned.promise }
}

describe.skipIf(process.platform === 'win32')('processes', () => {
  test('one stands still during urgent work and goes on after it', async () => {
    const stopping = new AbortController()
    const { result, pid } = startChild({ signal: stopping.signal })
    const number = await pid
    const end = beginUrgent()
    await untilIt('stands still', number)
    await end()
    await untilIt('runs', number)
    stopping.abort()
    await expect(result).rejects.toMatchObject({ code: 'cancelled' })
  })

  test('one that is started meanwhile stands still from its beginning, an urgent one runs', async () => {
    const stopping = new AbortController()
    const { signal } = stopping
    const urgent = startChild({ signal, isUrgent: true })
    const other = startChild({ signal })
    const [running, held] = await Promise.all([urgent.pid, other.pid])
    await untilIt('stands still', held)
    expect(await processState(running)).toBe('runs')
    stopping.abort()
    await Promise.allSettled([urgent.result, other.result])
    expect(await processState(held)).toBe('gone')
  })

  test('one that is cancelled while it stands still is gone', async () => {
    const stopping = new AbortController()
    const { result, pid } = startChild({ signal: stopping.signal })
    const number = await pid
    const end = beginUrgent()
    await untilIt('stands still', number)
    stopping.abort()
    await expect(result).rejects.toMatchObject({ code: 'cancelled' })
    expect(await processState(number)).toBe('gone')
    await end()
  })

  test('its deadline waits while it stands still, and ends it afterwards', async () => {
    const { result, pid } = startChild({ deadlineMs: 1_000 })
    const number = await pid
    const end = beginUrgent()
    vi.advanceTimersByTime(2_900)
    await untilIt('stands still', number)
    await end()
    await untilIt('runs', number)
    vi.advanceTimersByTime(1_010)
    await expect(result).rejects.toMatchObject({ code: 'engine_timeout' })
    expect(await processState(number)).toBe('gone')
  })

  test('a language model stands still, and cancelled meanwhile it is ended', async () => {
    const started = Promise.withResolvers<number>()
    const stopping = new AbortController()
    const llama = createLlama({
      log: createLog('silent'),
      startChild: () => {
        const stdio = ['ignore', 'ignore', 'pipe', 'ipc'] as const
        const child = spawn(process.execPath, ['-e', idling], { stdio: [...stdio] })
        started.resolve(child.pid ?? 0)
        return child
      },
    })
    const model = { path: 'none', id: 'none', sha256: '' }
    const request = { instructions: '', segments: [], language: 'en', schema: {} }
    const work = { signal: stopping.signal, onProgress: () => undefined }
    const written = llama.write(model, request, work)
    written.catch(() => undefined)
    const pid = await started.promise
    const end = beginUrgent()
    await untilIt('stands still', pid)
    stopping.abort()
    vi.advanceTimersByTime(500)
    await expect(written).rejects.toMatchObject({ code: 'cancelled' })
    expect(await processState(pid)).toBe('gone')
    await end()
  })
})
