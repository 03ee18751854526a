import { createEarshot, EarshotError, type Earshot, type ListedBundle } from 'earshot/client'
import { UsageError } from '../errors.ts'

/** The library here, the server there, and what ends the work. */
export type Sides = { from: Earshot; to: Earshot; signal: AbortSignal }

/** The network, or the server, failed for longer than is waited for. */
class Unreachable extends Error {}

/** Choice: some two minutes without a connection; then a person decides. */
const retries = 20

/** The server at an address. Throws UsageError where the key would go over a line that others read. */
export function openServer(address: string, apiKey: string): Earshot {
  const url = URL.canParse(address) ? new URL(address) : null
  const isHere = url?.protocol === 'http:' && /^(127\.0\.0\.1|localhost)$/.test(url.hostname)
  if (!url || (url.protocol !== 'https:' && !isHere)) {
    throw new UsageError(
      '--to takes the https address of the server, as https://earshot.example.org',
    )
  }
  const fetchThere: typeof fetch = async (input, init) => {
    try {
      return await fetch(input, init)
    } catch (error) {
      const isStopped = input instanceof Request && input.signal.aborted
      throw isStopped ? error : new Unreachable(reasonOf(error), { cause: error })
    }
  }
  return createEarshot({ baseUrl: url.origin, apiKey, retries, fetch: fetchThere })
}

const reasonOf = (error: unknown): string => {
  const { cause } = Object(error) as { cause?: unknown }
  return cause instanceof Error ? cause.message : String(error)
}

/** Says of an error of the server what a person can do about it; others pass as they are. */
export function explainServer(error: unknown, address: string): unknown {
  if (!(error instanceof EarshotError)) return error
  const goesOn = 'The same command goes on where it stopped.'
  if (error.cause instanceof Unreachable) {
    return new Error(`${address} does not answer (${error.cause.message}). ${goesOn}`, {
      cause: error,
    })
  }
  return ['quota_exceeded', 'insufficient_storage', 'storage_unavailable'].includes(error.code)
    ? new Error(`${error.message} ${goesOn}`, { cause: error })
    : error
}

/** The name of the organization that takes the library; throws where the key does not allow it. */
export async function requireServer({ to, signal }: Sides, address: string): Promise<string> {
  const { data } = await to.getOrganization({ signal }).catch((error: unknown) => {
    if (error instanceof EarshotError && error.code === 'authentication_required') {
      throw new Error(`${address} does not know this key.`, { cause: error })
    }
    throw error
  })
  await to.listBundles({ query: { type: 'prompt', limit: 1 }, signal }).catch((error: unknown) => {
    const code = error instanceof EarshotError ? error.code : ''
    if (code === 'insufficient_permissions' || code === 'project_access_denied') {
      const text = `This takes the key of an admin of "${data.name}" that is not restricted to projects: earshot keys create, there.`
      throw new Error(text, { cause: error })
    }
    if (code === 'not_found') {
      const text = `${address} runs a version of Earshot that takes in no library. Upgrade it, then run this again.`
      throw new Error(text, { cause: error })
    }
    throw error
  })
  return data.name
}

export type Library = Record<ListedBundle['type'], ListedBundle[]>

/** What a person made here, oldest first. */
export async function listLibrary({ from, signal }: Sides): Promise<Library> {
  const list = async (type: ListedBundle['type']) => {
    const found: ListedBundle[] = []
    for await (const one of from.all(from.listBundles, { query: { type }, signal })) found.push(one)
    return found.toReversed()
  }
  return {
    prompt: await list('prompt'),
    project: await list('project'),
    content: await list('content'),
  }
}
