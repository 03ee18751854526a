import type { App } from '../http/server.ts'

/**
 * `fetch` for a client inside the service: requests go through every check of one that comes from
 * outside, and through no socket.
 */
export const fetchWithin =
  (app: App, host: string): typeof globalThis.fetch =>
  async (input, init) => {
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    const body = request.body ? Buffer.from(await request.arrayBuffer()) : undefined
    const answer = await app.inject({
      // The client sends methods that HTTP has.
      method: request.method as 'GET',
      url: `${pathname}${search}`,
      headers: { ...Object.fromEntries(request.headers), host },
      ...(body && { payload: body }),
      signal: request.signal,
    })
    const headers = Object.entries(answer.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as [string, string]],
    )
    const isEmpty = answer.statusCode === 204 || answer.statusCode === 304
    const payload = isEmpty ? null : new Uint8Array(answer.rawPayload)
    return new Response(payload, { status: answer.statusCode, headers })
  }
