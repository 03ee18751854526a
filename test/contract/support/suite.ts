import { afterAll, beforeAll, expect, inject } from 'vitest'
import { createCall, type Answer, type Call, type CallOptions } from './call.ts'
import { expectEnvelope } from './envelope.ts'
import type { World } from './world.ts'

export type Suite = {
  world: World
  /** Calls with the suite's own key and checks what every answer must have. */
  call: Call
  /** A key made by the suite, with the fields given. */
  givenKey: (input?: object) => Promise<{ id: string; key: string }>
  givenProject: (input?: object) => Promise<Record<string, unknown> & { id: string }>
  /** POST that must succeed; returns data. */
  // oxlint-disable-next-line typescript/no-explicit-any -- a test looks at any answer
  make: (path: string, body?: object) => Promise<any>
}

/** One file's own key, so that files share no rate limit; whatever it creates is gone afterwards. */
export function openSuite(title: string): Suite {
  const world = inject('world')
  const main = createCall(world.baseUrl, world.key)
  const made: string[] = []
  let own: { id: string; key: string } | undefined
  beforeAll(async () => {
    const answer = await main('POST', '/v1/api-keys', { body: { name: `Contract: ${title}` } })
    own = answer.body.data
  })
  afterAll(async () => {
    if (!own) return
    // Newest first: a key goes only after what was made with it.
    for (const path of made.toReversed()) await main('DELETE', path, { key: own.key })
    await main('DELETE', `/v1/api-keys/${own.id}`)
  })
  const call = async (method: string, path: string, options: CallOptions = {}) => {
    const answer = await main(method, path, { key: own?.key ?? null, ...options })
    expectEnvelope(answer)
    note(made, method, path, answer)
    return answer
  }
  const make = async (path: string, body?: object) => {
    const answer = await call('POST', path, body ? { body } : {})
    expect([200, 201, 202], JSON.stringify(answer.body)).toContain(answer.status)
    return answer.body.data
  }
  return {
    world,
    call,
    make,
    givenKey: (input = {}) => make('/v1/api-keys', { name: 'Contract', ...input }),
    givenProject: (input = {}) => make('/v1/projects', { name: 'Contract', ...input }),
  }
}

const creators = /^\/v1\/(projects|api-keys|prompts|webhooks|invitations)$/

function note(made: string[], method: string, path: string, { status, body }: Answer): void {
  if (method === 'POST' && status === 201 && creators.test(path)) {
    made.push(`${path}/${body.data.id}`)
  }
}
