import type { Config } from '../config.ts'
import { failed, notConfigured, ok, reasonOf, warning, type Finding } from './finding.ts'

/** Asks for the public address as a client elsewhere would, and whether Earshot is what answers. */
export async function checkPublicAddress(
  { publicBaseUrl }: Config,
  signal: AbortSignal,
): Promise<Finding> {
  if (publicBaseUrl === null) {
    return notConfigured('no EARSHOT_PUBLIC_BASE_URL: the service is for this machine alone')
  }
  try {
    // Without a key it is refused, by us.
    const answer = await fetch(`${publicBaseUrl}/v1/org`, { signal, redirect: 'manual' })
    if (answer.status !== 401 || !answer.headers.get('x-request-id')?.startsWith('req_')) {
      return failed(
        `${publicBaseUrl} is answered by something else (${answer.status})`,
        'Let the proxy pass everything on as it is: path, Host and headers.',
      )
    }
  } catch (error) {
    return failed(
      `${publicBaseUrl} does not answer (${reasonOf(error)})`,
      'Look whether its name resolves here, the proxy runs, and its certificate is valid.',
    )
  }
  if (publicBaseUrl.startsWith('https:')) return ok(`${publicBaseUrl} is this software`)
  return warning(
    `${publicBaseUrl} is not encrypted`,
    'Put a proxy with a certificate before it, and give its https address.',
  )
}
