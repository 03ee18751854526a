import { readFile, realpath } from 'node:fs/promises'
import path from 'node:path'
import { randomToken } from '../service/core/secrets.ts'
import { contentPolicy, noncePlace, pageHeaders } from '../service/http/content-policy.ts'

/** The origin of the window's page: fixed, unlike the service's port, so its storage persists. */
export const pageScheme = 'app'
export const pageOrigin = 'app://earshot'
export const pageAddress = `${pageOrigin}/app/`

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.wav': 'audio/wav',
  '.mp3': 'audio/mpeg',
  '.ogg': 'audio/ogg',
  '.opus': 'audio/ogg',
  '.m4a': 'audio/mp4',
  '.webm': 'audio/webm',
  '.wasm': 'application/wasm',
}

/** The built file that an address names, or null if there is none (reliability.md E-3). */
function resolvePageFile(folder: string, address: string): string | null {
  if (!URL.canParse(address)) return null
  const { protocol, host, pathname, username, password } = new URL(address)
  if (protocol !== `${pageScheme}:` || host !== 'earshot' || username || password) return null
  if (!pathname.startsWith('/app/')) return null
  const name = pathname.slice('/app/'.length) || 'index.html'
  // Built files have plain names; reject anything that needs decoding or is special
  // to a file system.
  if (!/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/.test(name) || name.includes('..')) return null
  return types[path.extname(name)] === undefined ? null : path.join(folder, name)
}

export type PageOptions = { folder: string; service: () => string | null }

/** Serves the page's files to the window; nothing outside the page's folder. */
export async function answerPage(
  { folder, service }: PageOptions,
  { url, method }: { url: string; method: string },
): Promise<Response> {
  const file = method === 'GET' || method === 'HEAD' ? resolvePageFile(folder, url) : null
  const content = file === null ? null : await readInside(folder, file)
  if (file === null || content === null) return new Response(null, { status: 404 })
  const nonce = randomToken(22)
  const base = service()
  const isPage = file.endsWith('.html')
  const headers = {
    ...pageHeaders(contentPolicy({ nonce, ...(base !== null && { elsewhere: [base] }) })),
    'content-type': types[path.extname(file)] ?? 'application/octet-stream',
    'cache-control': isPage ? 'no-store' : 'max-age=31536000, immutable',
  }
  const body = isPage ? content.toString('utf8').replaceAll(noncePlace, nonce) : content
  return new Response(method === 'HEAD' ? null : new Uint8Array(Buffer.from(body)), { headers })
}

/** Null as well if a symbolic link leads out of the folder. */
async function readInside(folder: string, file: string): Promise<Buffer | null> {
  try {
    const [home, real] = await Promise.all([realpath(folder), realpath(file)])
    return real.startsWith(home + path.sep) ? await readFile(real) : null
  } catch {
    return null // no such file
  }
}
