import { client, toEarshotError } from 'earshot/client'
import { i18n } from '../i18n/i18n.ts'
import { noteServiceAddress } from './own-address.ts'

type Session = {
  key: () => string | null
  /** Sent with every write of a member who signed in. */
  csrfToken: () => string | null
  /** Called when the service no longer accepts the key. */
  refuse: () => void
  /** Called when the library behind the service is encrypted and closed. */
  lock: () => void
  /** Called when the library behind the service cannot be opened. */
  recover: () => void
  /** Called after every request with whether the service answered at all. */
  noteAnswer: (isThere: boolean) => void
}

/** Sets the service's address when the page was not served by it, as in the desktop app. */
export function callServiceAt(baseUrl: string): void {
  noteServiceAddress(baseUrl)
  client.setConfig({ baseUrl })
}

/** Configures the shared client: it sends the key and turns every refusal into an EarshotError. */
export function connectClient({
  key,
  csrfToken,
  refuse,
  lock,
  recover,
  noteAnswer,
}: Session): void {
  client.setConfig({ auth: () => key() ?? undefined })
  client.interceptors.request.use((request) => {
    const token = csrfToken()
    if (token !== null && request.method !== 'GET') request.headers.set('Earshot-CSRF', token)
    // Mails that are asked for here are in the language of the page.
    request.headers.set('Accept-Language', i18n.language)
    return request
  })
  client.interceptors.response.use((response) => {
    noteAnswer(true)
    return response
  })
  client.interceptors.error.use((error, response) => {
    // Leaving a screen cancels its requests; that says nothing about the service.
    if (error instanceof DOMException && error.name === 'AbortError') return error
    const failure = toEarshotError(error, response)
    if (failure.status === 0) noteAnswer(false)
    if (failure.code === 'authentication_required') refuse()
    if (failure.code === 'library_locked') lock()
    if (failure.code === 'recovery_mode') recover()
    return failure
  })
}
