import type { Earshot } from 'earshot/client'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { connect } from './connect.ts'
import { NotRunning } from './errors.ts'
import type { Io } from './io.ts'

/** With the service that runs here or, where none does, with one that runs for as long as this takes. */
export async function withService<T>(io: Io, use: (api: Earshot) => Promise<T>): Promise<T> {
  const running = await connect(io.env).catch((error: unknown) => {
    if (error instanceof NotRunning) return null
    throw error
  })
  if (running) return use(running)
  const entry = path.join(import.meta.dirname, '../serve.ts')
  const env = { EARSHOT_LOG_LEVEL: 'error', ...io.env, EARSHOT_PORT: '0' }
  const own = spawn(process.execPath, [entry], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(own, 'exit')
  try {
    const ready = once(createInterface({ input: own.stdout }), 'line')
    // Where it cannot start it has said why.
    await Promise.race([ready, ended])
    return await use(await connect(io.env))
  } finally {
    own.kill('SIGTERM')
    await ended
  }
}
