import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'

/** What `service.json` in the data folder says (written by the service, mode 0600). */
const ServiceFile = Type.Object({
  base_url: Type.String(),
  pid: Type.Integer(),
  version: Type.String(),
  started_at: Type.String(),
})
type ServiceFile = Static<typeof ServiceFile>

/** A running service and the key that opens it. */
export type Session = { service: ServiceFile; token: string }

/**
 * The service that owns this data folder, or null where none runs. Sends nothing: a file left by a
 * killed service names a dead process, and its port may belong to a stranger by now
 * (reliability.md L-8).
 */
export async function findSession(dataDir: string): Promise<Session | null> {
  const text = await readOrNull(path.join(dataDir, 'service.json'))
  const token = await readOrNull(path.join(dataDir, 'session-token'))
  if (text === null || token === null) return null
  const service = parse(text)
  return service && isAlive(service.pid) ? { service, token: token.trim() } : null
}

function parse(text: string): ServiceFile | null {
  try {
    const value: unknown = JSON.parse(text)
    return Value.Check(ServiceFile, value) ? value : null
  } catch {
    return null // a file that is not JSON announces nothing
  }
}

async function readOrNull(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    // NodeJS.ErrnoException is what node:fs rejects with.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Signal 0 only asks; EPERM means that the process is there and belongs to someone else. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
