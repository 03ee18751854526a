import type { Log } from '../core/log.ts'
import type { App } from './server.ts'

/** Listens on loopback only; on a free port where the configured one is taken (reliability.md L-8). */
export async function listen(app: App, port: number, log: Log): Promise<string> {
  const host = '127.0.0.1'
  try {
    return await app.listen({ host, port })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    const address = await app.listen({ host, port: 0 })
    log.warn({ port, address }, 'the configured port is taken by another program; using a free one')
    return address
  }
}
