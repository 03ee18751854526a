/** Which hub language models come from. */
import { isOnThisMachine } from '../connected/server-address.ts'

/** Hashes are believed as the hub tells them, so nobody may change them on their way. */
const isTrusted = (address: string): boolean => {
  const protocol = URL.parse(address)?.protocol
  return protocol === 'https:' || (protocol === 'http:' && isOnThisMachine(address))
}

/**
 * The hub or copy of it that `EARSHOT_MODEL_HUB` names, else a mirror, which has its files under the same paths; null: the
 * usual one. Undefined where the variable is no address that can be trusted.
 */
export function readHubAddress(env: NodeJS.ProcessEnv): string | null | undefined {
  const named = env['EARSHOT_MODEL_HUB'] || null
  if (named !== null) return isTrusted(named) ? named : undefined
  const mirror = env['EARSHOT_MODELS_MIRROR'] || null
  return mirror !== null && isTrusted(mirror) ? mirror : null
}

export const hubAddressProblem =
  'EARSHOT_MODEL_HUB must be an https address such as https://hub.example.org'
