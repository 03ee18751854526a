import type { Log } from '../core/log.ts'
import { plusMs, second, type Clock } from '../core/time.ts'
import type { App } from './server.ts'

/** What the service needs to answer requests, by name; each rejects where it is not in order. */
export type Parts = Readonly<Record<string, () => Promise<unknown>>>

/** `no_answer`: it took longer than whoever probes would wait. */
type State = 'ok' | 'failed' | 'no_answer'

/** Choice: as long as nobody can tell the difference, and short beside the period of any probe. */
const keptMs = second
/** Choice: Kubernetes waits for a second by itself, and three is what its users set. */
const answerWithinMs = 2 * second

type Options = { clock: Clock; log: Log; draining?: AbortSignal }

/**
 * `/healthz`: this process answers, and nothing else is asked. `/readyz`: requests may be sent to it. Both need no
 * key, are counted by no limit and leave no line in the log (api-choices.md 40).
 */
export function answerProbes(app: App, { clock, log, draining }: Options, parts: Parts): void {
  const route = { config: { open: 'probe' }, schema: { hide: true } } as const
  const look = rarely(clock, () => lookAt(parts, { clock, log }))
  app.addHook('onRequest', async (_request, reply) => {
    // Whoever keeps a connection open finds another process by the next one.
    if (draining?.aborted) reply.header('connection', 'close')
  })
  app.get('/healthz', route, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )
  app.get('/readyz', route, async (_request, reply) => {
    const states = await look()
    const isDraining = draining?.aborted ?? false
    const isReady = !isDraining && Object.values(states).every((state) => state === 'ok')
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isReady ? 'ready' : 'not_ready', draining: isDraining, parts: states })
  })
}

async function lookAt(
  parts: Parts,
  { clock, log }: { clock: Clock; log: Log },
): Promise<Record<string, State>> {
  const stateOf = async (name: string, check: () => Promise<unknown>): Promise<State> => {
    const late = Promise.withResolvers<State>()
    const cancel = clock.at(plusMs(clock.now(), answerWithinMs), () => late.resolve('no_answer'))
    const answer = check().then(
      (): State => 'ok',
      (error: unknown): State => {
        log.warn({ err: error, part: name }, 'not ready')
        return 'failed'
      },
    )
    return Promise.race([answer, late.promise]).finally(cancel)
  }
  const states = Object.entries(parts).map(async ([name, check]) => [
    name,
    await stateOf(name, check),
  ])
  return Object.fromEntries(await Promise.all(states))
}

/** Many who ask at once, or soon after one another, get one answer. */
function rarely<T>(clock: Clock, ask: () => Promise<T>): () => Promise<T> {
  let last: { at: number; answer: Promise<T> } | null = null
  return () => {
    const now = clock.elapsed()
    if (last === null || now - last.at >= keptMs) last = { at: now, answer: ask() }
    return last.answer
  }
}
