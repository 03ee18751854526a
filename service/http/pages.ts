import fastifyStatic from '@fastify/static'
import { fastify, type FastifyInstance, type FastifyReply } from 'fastify'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { randomToken } from '../core/secrets.ts'
import { contentPolicy, noncePlace, pageHeaders } from './content-policy.ts'
import type { App } from './server.ts'

const uiFolder = path.join(import.meta.dirname, '../../dist/renderer')

const nonce = randomToken(22)

/** Code samples that are not shown, so that curl, JavaScript and Python are. */
const hiddenSamples = [
  ...(['c', 'clojure', 'csharp', 'dart', 'fsharp', 'go', 'http', 'java', 'julia'] as const),
  ...(['kotlin', 'objc', 'ocaml', 'php', 'powershell', 'r', 'ruby'] as const),
  ...(['rust', 'swift', 'js/axios', 'js/jquery', 'js/ofetch', 'js/xhr', 'shell/httpie'] as const),
  ...(['shell/wget', 'python/aiohttp', 'python/httpx_async'] as const),
  ...(['python/httpx_sync', 'node/axios', 'node/fetch', 'node/ofetch'] as const),
]

// Scalar sets styles at run time and takes no nonce for them.
const referencePolicy = [
  "default-src 'none'",
  `script-src 'self' 'nonce-${nonce}'`,
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * The files of the user interface (/app/) and the reference page (/docs/). They hold no data, so
 * they need no key: the page asks /v1 with the key it was opened with.
 * @param storeOrigin where the user interface sends and plays recordings besides its own origin; null where nowhere
 */
export async function servePages(
  app: App,
  storeOrigin: () => Promise<string | null> = async () => null,
): Promise<void> {
  const headersFor = async (own: string) => {
    const origin = await storeOrigin()
    return pageHeaders(contentPolicy({ nonce: own, elsewhere: origin === null ? [] : [origin] }))
  }
  app.get('/', { config: { open: 'page' }, schema: { hide: true } }, async (_request, reply) =>
    reply.redirect(existsSync(uiFolder) ? '/app/' : '/docs/'),
  )
  await app.register(async (scope) => {
    openPages(scope as App, () => headersFor(randomToken(22)))
    // Each answer has a nonce of its own: in the page and in its policy.
    for (const url of ['/app/', '/app/index.html']) {
      scope.get(url, { schema: { hide: true } }, async (_request, reply) =>
        sendPage(reply, headersFor),
      )
    }
    await scope.register(fastifyStatic, {
      root: uiFolder,
      prefix: '/app/',
      index: false,
      schemaHide: true,
      // Nothing is built yet in `npm run dev`: its pages come from Vite.
      suppressWarning: true,
    })
  })
  let reference: Promise<FastifyInstance> | undefined
  await app.register(async (scope) => {
    openPages(scope as App, async () => pageHeaders(referencePolicy))
    for (const url of ['/docs', '/docs/*']) {
      scope.get(url, { schema: { hide: true } }, async (request, reply) => {
        reference ??= openReference(() => app.swagger())
        const answer = await (await reference).inject({ url: request.url, method: 'GET' })
        return reply.code(answer.statusCode).headers(answer.headers).send(answer.rawPayload)
      })
    }
  })
}

/** The reference page, an app of its own, because its 4 MB are loaded when somebody wants to read it. */
async function openReference(document: () => object): Promise<FastifyInstance> {
  const { default: plugin } = await import('@scalar/fastify-api-reference')
  const reference = fastify()
  await reference.register(plugin, {
    routePrefix: '/docs',
    configuration: {
      content: document,
      nonce,
      pageTitle: 'Earshot API reference',
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      favicon: '/app/icon.svg',
      // The address this page came from, whatever port the service got.
      servers: [{ url: '/', description: 'The service on this machine' }],
      // What is left: curl, JavaScript and Python.
      hiddenClients: hiddenSamples,
      // What would call its maker's servers: nothing leaves this machine.
      agent: { disabled: true },
      mcp: { disabled: true },
      showDeveloperTools: 'never',
    },
  })
  return reference
}

async function sendPage(
  reply: FastifyReply,
  headersFor: (nonce: string) => Promise<Record<string, string>>,
): Promise<unknown> {
  const own = randomToken(22)
  const html = await readFile(path.join(uiFolder, 'index.html'), 'utf8').catch(() => null)
  if (html === null) return reply.callNotFound()
  return reply
    .headers({ ...(await headersFor(own)), 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(html.replaceAll(noncePlace, own))
}

/** Marks every page of a scope as open, and sets the headers that keep a page to this origin. */
function openPages(scope: App, headers: () => Promise<Record<string, string>>): void {
  scope.addHook('onRoute', (route) => {
    route.config = { ...route.config, open: 'page' }
  })
  scope.addHook('onSend', async (_request, reply) => {
    reply.removeHeader('access-control-allow-origin')
    reply.removeHeader('access-control-allow-methods')
    if (!reply.hasHeader('content-security-policy')) reply.headers(await headers())
  })
}
