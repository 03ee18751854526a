/** The limits of a job, with a process that says what the test lets it say, on a clock of its own. */
import type { ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'

import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { FromChild } from '../../../service/engine/llama/protocol.ts'
import type { ProcessEnd } from '../../../service/engine/processes/process-end.ts'
import { runJob } from '../../../service/engine/llama/run-job.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const request = { instructions: '', segments: [], language: 'en', schema: {} }
const coverage = { tokens_total: 9, tokens_used: 9, chunks: 3 }
const written: FromChild = { type: 'written', id: 1, result: {}, coverage }

function start() {
  const sent: string[] = []
  const events = Object.assign(new EventEmitter(), {
    connected: true,
    send: (message: { type: string }) => sent.push(message.type),
  })
  const controller = new AbortController()
  const ended = Promise.withResolvers<ProcessEnd>()
  const job = runJob(
    // Only its events, `connected` and `send` are used.
    { child: events as unknown as ChildProcess, ended: ended.promise },
    { type: 'write', id: 1, request, limits: { maxTokens: 9 } },
    { signal: controller.signal, onProgress: () => {}, deadlineMs: 1000, stallMs: 600 },
  )
  // Each test awaits the job; until then its failure is no unhandled one.
  job.catch(() => {})
  return { job, sent, controller, tell: (message: FromChild) => events.emit('message', message) }
}

/** Time in which the process gives signs of life all along. */
async function work(tell: (message: FromChild) => void, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 100) {
    await vi.advanceTimersByTimeAsync(100)
    tell({ type: 'progress', id: 1, fraction: 0.5 })
  }
}

test('the deadline is one for each piece', async () => {
  const { job, tell } = start()
  for (let chunk = 0; chunk < 5; chunk += 1) {
    tell({ type: 'chunk', id: 1 })
    await work(tell, 900)
  }
  tell(written)
  await expect(job).resolves.toMatchObject({ coverage })
})

test('a piece that takes longer fails the job, however busy it is', async () => {
  const { job, tell } = start()
  tell({ type: 'chunk', id: 1 })
  await work(tell, 1000)
  await expect(job).rejects.toMatchObject({ code: 'engine_timeout' })
})

test('a process that says nothing fails the job sooner', async () => {
  const { job } = start()
  await vi.advanceTimersByTimeAsync(600)
  await expect(job).rejects.toMatchObject({ code: 'engine_timeout' })
})

test('a process that does not hear a cancel is not waited for', async () => {
  const { job, sent, controller } = start()
  controller.abort()
  expect(sent).toEqual(['write', 'cancel'])
  await vi.advanceTimersByTimeAsync(500)
  await expect(job).rejects.toMatchObject({ code: 'cancelled' })
})
