import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createEarshot } from 'earshot/client'
import { afterEach, expect, test } from 'vitest'
import { startTestApp } from '../../support/app.ts'

type Step = { status: number; headers?: Record<string, string>; code?: string } | 'drop'
const fine: Step = { status: 200 }

const ends: (() => void)[] = []
afterEach(() => ends.splice(0).forEach((end) => end()))

/** A server that answers as the script says, one step for each request. */
async function startScript(steps: Step[]) {
  const requests: Pick<IncomingMessage, 'method' | 'headers'>[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    const step = steps[requests.length - 1] ?? fine
    if (step === 'drop') return void request.socket.destroy()
    const error = { code: step.code ?? 'rate_limited', message: 'No.' }
    const body = step.status < 300 ? { data: { id: 'proj_1' } } : { error, meta: {} }
    response.writeHead(step.status, { 'content-type': 'application/json', ...step.headers })
    response.end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(() => server.close())
  const { port } = server.address() as AddressInfo // it listens on TCP
  const waits: number[] = []
  const pause = async (ms: number) => void waits.push(ms)
  const earshot = createEarshot({ baseUrl: `http://127.0.0.1:${port}`, apiKey: 'sk', pause })
  const keys = () => requests.map(({ headers }) => headers['idempotency-key'])
  return { earshot, requests, waits, keys }
}
const make = { body: { name: 'Sales' } }

test('429 and 503 are tried again after the time that Retry-After says', async () => {
  const { earshot, requests, waits } = await startScript([
    { status: 429, headers: { 'retry-after': '7' } },
    { status: 503, headers: { 'retry-after': new Date(Date.now() + 20_000).toUTCString() } },
    fine,
  ])
  expect((await earshot.listProjects()).data).toBeDefined()
  expect(requests).toHaveLength(3)
  expect(waits[0]).toBe(7_000)
  expect(waits[1]).toBeGreaterThan(15_000)
  expect(waits[1]).toBeLessThanOrEqual(20_000)
})

test('without Retry-After the waits double, and after five tries the refusal is told', async () => {
  const { earshot, requests, waits } = await startScript(
    Array.from({ length: 9 }, () => ({ status: 503 })),
  )
  await expect(earshot.listProjects()).rejects.toMatchObject({ status: 503 })
  expect(requests).toHaveLength(5)
  expect(
    waits.map((ms, at) => ms / (250 * 2 ** at)).every((part) => part >= 0.5 && part <= 1),
  ).toBe(true)
})

test('a time too long to wait is the caller’s to decide', async () => {
  const { earshot, requests } = await startScript([
    { status: 429, headers: { 'retry-after': '3600' } },
  ])
  await expect(earshot.listProjects()).rejects.toMatchObject({ code: 'rate_limited' })
  expect(requests).toHaveLength(1)
})

test('a POST keeps one Idempotency-Key over its tries, and the next has another', async () => {
  const { earshot, keys } = await startScript([
    'drop',
    { status: 409, code: 'idempotency_in_progress' },
    { status: 429 },
    fine,
  ])
  await earshot.createProject(make)
  await earshot.createProject(make)
  const [first, ...rest] = keys()
  expect(first).toMatch(/^[0-9a-f-]{36}$/)
  expect(rest.slice(0, 3)).toEqual([first, first, first])
  expect(rest[3]).not.toBe(first)
})

test('a key of the caller’s own is kept; reading needs none', async () => {
  const { earshot, keys } = await startScript([fine, fine])
  await earshot.createProject({ ...make, headers: { 'Idempotency-Key': 'mine' } })
  await earshot.listProjects()
  expect(keys()).toEqual(['mine', undefined])
})

test.each([400, 402, 404, 409, 422, 500])('%i is final', async (status) => {
  const { earshot, requests } = await startScript([{ status, code: 'x' }])
  await expect(earshot.createProject(make)).rejects.toMatchObject({ status, code: 'x' })
  expect(requests).toHaveLength(1)
})

test('a service that is not there is code service_unreachable, once the tries are over', async () => {
  const { earshot, requests } = await startScript(Array(5).fill('drop'))
  await expect(earshot.listProjects()).rejects.toMatchObject({
    code: 'service_unreachable',
    status: 0,
  })
  expect(requests).toHaveLength(5)
})

test('a call that is cancelled is not tried again', async () => {
  const { earshot, requests } = await startScript([{ status: 503 }])
  const call = earshot.listProjects({ signal: AbortSignal.abort() })
  await expect(call).rejects.toMatchObject({ name: 'AbortError' })
  expect(requests).toHaveLength(0)
})

test('an answer lost on its way makes no second project', async () => {
  const app = await startTestApp()
  let calls = 0
  const losing: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    calls += 1
    if (calls > 1) return response
    await response.text() // the service has done it; the answer is lost
    throw new TypeError('fetch failed')
  }
  const own = { baseUrl: app.baseUrl, apiKey: app.sessionToken, pause: async () => {} }
  const earshot = createEarshot({ ...own, fetch: losing })
  const { data } = await earshot.createProject(make)
  const { data: projects } = await earshot.listProjects()
  expect(projects.map(({ id }) => id)).toEqual([data.id])
  expect(calls).toBe(3)
  await app.stop()
})
