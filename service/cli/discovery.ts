import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import { isSameSecret, randomToken, sessionProof } from '../core/secrets.ts'

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
 * The service that owns this data folder, or null where none runs. The key is sent to nobody before that one has
 * proven to hold it: a file left by a killed service names a process that is gone, or another program that was
 * given its number, and its port may belong to a stranger by now (reliability.md L-8).
 */
export async function findSession(dataDir: string): Promise<Session | null> {
  const text = await readOrNull(path.join(dataDir, 'service.json'))
  const token = await readOrNull(path.join(dataDir, 'session-token'))
  if (text === null || token === null) return null
  const service = parse(text)
  if (!service || !isAlive(service.pid)) return null
  const session = { service, token: token.trim() }
  return (await hasProof(session)) ? session : null
}

/** A service that is busy needs a moment; one that stands still for longer cannot be used either. */
const proofTimeoutMs = 5_000

async function hasProof({ service: { base_url: baseUrl }, token }: Session): Promise<boolean> {
  const nonce = randomToken()
  try {
    const answer = await fetch(new URL(`/session-proof?nonce=${nonce}`, baseUrl), {
      redirect: 'error',
      signal: AbortSignal.timeout(proofTimeoutMs),
    })
    return isSameSecret(await answer.text(), sessionProof(token, { baseUrl, nonce }))
  } catch {
    return false // nobody answers there, or somebody who does not speak HTTP
  }
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
