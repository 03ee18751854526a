import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { runCommand } from '../../support/command-line.ts'

test('a check that nobody takes says so, once, and goes on', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const found = {
    ...{ step: null, done: 0, total: 0, started_at: null, finished_at: null },
    ...{ findings: [], finding_count: 0 },
  }
  let asked = 0
  // A service beside which no worker runs, until it was asked five times.
  const service = createServer((request, response) => {
    if (request.method === 'GET') {
      asked += 1
      vi.setSystemTime(Date.now() + 20_000)
    }
    const status = asked > 5 ? 'completed' : 'running'
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ data: { ...found, status }, meta: {} }))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void service.close())
  await vi.waitUntil(() => service.listening)
  const { port } = service.address() as AddressInfo // it listens on TCP
  const { code, stdout, stderr } = await runCommand(['verify'], {
    env: { EARSHOT_BASE_URL: `http://127.0.0.1:${port}`, EARSHOT_API_KEY: 'ek_test' },
  })
  expect([code, stdout]).toEqual([0, expect.stringContaining('Nothing is damaged.')])
  expect(stderr.match(/no process has taken it/g)).toHaveLength(1)
})
