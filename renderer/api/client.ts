import { toFailure } from './failure.ts'
import { client } from './generated/client.gen.ts'

/**
 * Prepares the one client: it sends the key of the session and turns every refusal into ApiFailure.
 * @param session reads the key; `refuse` is called when the service does not know it any more
 */
export function connectClient(session: { key: () => string | null; refuse: () => void }): void {
  client.setConfig({ auth: () => session.key() ?? undefined })
  client.interceptors.error.use((error, response) => {
    const failure = toFailure(error, response)
    if (failure.code === 'authentication_required') session.refuse()
    return failure
  })
}
