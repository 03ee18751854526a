import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { withLogContext } from '../core/log.ts'
import { channels, readTrace, traces } from '../core/observe.ts'
import { forAllOrganizations, withinOrganization } from '../core/organization-context.ts'
import { hasBody } from './parse-errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Goes on with what was current before the body was read. */
    inContext: (<Result>(work: () => Result) => Result) | null
  }
}

type Hooks = Pick<FastifyInstance, 'addHook' | 'decorateRequest'>

/** What a request starts logs under its id, goes on with the caller's trace, and is measured with it. */
export function observeRequests(app: Hooks): void {
  app.decorateRequest('inContext', null)
  app.addHook('onRequest', (request, reply, done) =>
    withLogContext({ request_id: request.id }, () => {
      if (request.routeOptions.config.open === 'probe') return done()
      const parent = readTrace(request.headers.traceparent)
      if (channels.request.hasSubscribers) return begin(request, reply, { parent, done })
      return parent === null ? done() : traces.run(parent, done)
    }),
  )
  // A body arrives in the context of its connection, which is that of nobody.
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (hasBody(request)) request.inContext = AsyncLocalStorage.snapshot()
    done(null, payload)
  })
  app.addHook('preValidation', (request, _reply, done) =>
    request.inContext ? request.inContext(done) : done(),
  )
}

function begin(
  request: FastifyRequest,
  { raw }: FastifyReply,
  { parent, done }: { parent: string | null; done: () => void },
): void {
  const { start, asyncEnd } = channels.request
  const route = request.routeOptions.url ?? 'unknown'
  const work = { method: request.method, route, requestId: request.id, parent, status: 0 }
  raw.once('close', () => {
    work.status = raw.statusCode
    asyncEnd.publish(work)
  })
  start.runStores(work, done)
}

/** Once it is known whose request it is. What concerns the installation is for all, and only its operator's. */
export function nameOrganization(app: Hooks): void {
  app.addHook('onRequest', ({ caller, routeOptions }, _reply, done) => {
    if (!caller) return forAllOrganizations(done)
    const { organizationId: id } = caller
    const isForAll = routeOptions.config.concerns !== undefined
    withLogContext({ organization_id: id }, () =>
      isForAll ? forAllOrganizations(done) : withinOrganization(id, done),
    )
  })
}
