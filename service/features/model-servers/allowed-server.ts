import { errors } from '../../core/errors.ts'
import type { ModelServer } from '../../engine/connected/model-server.ts'
import { checkServer, isOnThisMachine } from '../../engine/connected/server-address.ts'
import type { NewModelServer } from './schema.ts'

/**
 * The server that the owner named; 400 on base_url where it may not be asked. Every request checks
 * the address again, since a name may lead elsewhere tomorrow.
 */
export async function requireAllowedServer({
  base_url: text,
  api_key: apiKey,
  allow_remote: allowRemote = false,
  allow_unencrypted: allowUnencrypted = false,
}: NewModelServer): Promise<ModelServer> {
  const baseUrl = parseBaseUrl(text)
  const { state } = await checkServer({ baseUrl, allowRemote })
  if (state === 'blocked' && !allowRemote) {
    const words = 'base_url is not on this machine; allow_remote permits that.'
    throw errors.invalid('base_url', 'remote_not_allowed', words)
  }
  if (state === 'blocked') {
    const words = 'base_url leads to an address that no server of yours can have.'
    throw errors.invalid('base_url', 'address_blocked', words)
  }
  if (state === 'unresolved') {
    throw errors.invalid('base_url', 'no_model_server', 'base_url names an unknown host.')
  }
  if (
    baseUrl.startsWith('http:') &&
    allowRemote &&
    !allowUnencrypted &&
    !isOnThisMachine(baseUrl)
  ) {
    const words = 'base_url must start with https:// unless allow_unencrypted permits http.'
    throw errors.invalid('base_url', 'unencrypted_not_allowed', words)
  }
  return { baseUrl, apiKey: apiKey ?? null, allowRemote }
}

/** Origin and path without /v1 and slashes at the end. */
function parseBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw errors.invalid('base_url', 'invalid', 'base_url is not the address of a server.')
  }
  if (url.username !== '' || url.password !== '') {
    throw errors.invalid('base_url', 'credentials_not_allowed', 'base_url must hold no password.')
  }
  const path = url.pathname.replace(/\/+$/, '').replace(/\/v1$/, '')
  return url.origin + path.replace(/\/+$/, '')
}
