import fastifyStatic from '@fastify/static'
import reference from '@scalar/fastify-api-reference'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { randomToken } from '../core/secrets.ts'
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

// Scripts from this origin only; Mantine and Scalar set styles at run time.
const policy = (scripts: string) =>
  [
    "default-src 'none'",
    `script-src ${scripts}`,
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
 */
export async function servePages(app: App): Promise<void> {
  app.get('/', { config: { open: 'page' }, schema: { hide: true } }, async (_request, reply) =>
    reply.redirect(existsSync(uiFolder) ? '/app/' : '/docs/'),
  )
  await app.register(async (scope) => {
    openPages(scope as App, policy("'self'"))
    await scope.register(fastifyStatic, { root: uiFolder, prefix: '/app/', schemaHide: true })
  })
  await app.register(async (scope) => {
    openPages(scope as App, policy(`'self' 'nonce-${nonce}'`))
    await scope.register(reference, {
      routePrefix: '/docs',
      configuration: {
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
  })
}

/** Marks every page of a scope as open, and sets the headers that keep a page to this origin. */
function openPages(scope: App, contentSecurityPolicy: string): void {
  scope.addHook('onRoute', (route) => {
    route.config = { ...route.config, open: 'page' }
  })
  scope.addHook('onSend', async (_request, reply) => {
    reply.removeHeader('access-control-allow-origin')
    reply.removeHeader('access-control-allow-methods')
    reply.header('content-security-policy', contentSecurityPolicy)
    reply.header('x-content-type-options', 'nosniff')
    reply.header('referrer-policy', 'no-referrer')
  })
}
