import { client, toEarshotError } from 'earshot/client'
import { noteServiceAddress } from './own-address.ts'

type Session = {
  key: () => string | null
  /** The service does not know the key any more. */
  refuse: () => void
  /** Whether the last call was answered at all. */
  noteAnswer: (isThere: boolean) => void
}

/** Names the service's address where the page did not come from it: in the desktop app. */
export function callServiceAt(baseUrl: string): void {
  noteServiceAddress(baseUrl)
  client.setConfig({ baseUrl })
}

/** Prepares the one client: it sends the key and turns every refusal into EarshotError. */
export function connectClient({ key, refuse, noteAnswer }: Session): void {
  client.setConfig({ auth: () => key() ?? undefined })
  client.interceptors.response.use((response) => {
    noteAnswer(true)
    return response
  })
  client.interceptors.error.use((error, response) => {
    // Who leaves a screen cancels its calls; that says nothing about the service.
    if (error instanceof DOMException && error.name === 'AbortError') return error
    const failure = toEarshotError(error, response)
    if (failure.status === 0) noteAnswer(false)
    if (failure.code === 'authentication_required') refuse()
    return failure
  })
}
