import { cleanup, configure, render } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { client } from 'earshot/client'
import { onTestFinished } from 'vitest'
import { connectClient } from '../../../renderer/api/client.ts'
import { App } from '../../../renderer/app.tsx'
import { useSession } from '../../../renderer/session-store.ts'
import { DocumentedService } from './documented-service.ts'

const serviceAddress = 'http://earshot.test'

// Against what hangs only: other files share the processors. Messages come
// Without the whole document printed below each message.
const getElementError = (message: string | null) => new Error(message ?? '')
configure({ asyncUtilTimeout: 20_000, getElementError })
completeBrowser()

export type OpenedPage = { service: DocumentedService; user: UserEvent }

/**
 * The whole page at a place, without a browser, and a service that answers as the OpenAPI document says. It is closed,
 * and what it stored is removed, once the test has ended.
 * @param given states answers before the page asks for them
 */
export function openPage(place: string, given?: (service: DocumentedService) => void): OpenedPage {
  const service = new DocumentedService()
  beQuiet(service)
  given?.(service)
  connect(service)
  localStorage.setItem('earshot.first-run', 'seen')
  useSession.setState({ key: 'sk_live_test' })
  window.location.hash = `#${place}`
  onTestFinished(() => close(service))
  render(<App />)
  return { service, user: userEvent.setup({ delay: null, pointerEventsCheck: 0 }) }
}

/** Nothing happens beside what a test is about. */
function beQuiet(service: DocumentedService): void {
  service.answer('listNotices', [])
  service.answer('listReminders', [])
  service.answer('listAllAnalyses', [])
  service.answer('listAllInsights', [])
  service.answer('listAllContent', [])
  service.answer('getQueue', {
    paused_at: null,
    recordings: [],
    recording_count: 0,
    analysis_count: 0,
    remaining_seconds: 0,
  })
}

/** As main.tsx does. */
function connect(service: DocumentedService): void {
  const { request, response, error } = client.interceptors
  for (const interceptors of [request, response, error]) interceptors.clear()
  client.setConfig({ baseUrl: serviceAddress, fetch: service.fetch })
  connectClient({
    key: () => useSession.getState().key,
    csrfToken: () => useSession.getState().csrfToken,
    refuse: () => useSession.getState().refuse(),
    lock: () => useSession.setState({ isLocked: true }),
    recover: () => useSession.setState({ isRecovering: true }),
    noteAnswer: (isThere) => useSession.setState({ isSilent: !isThere }),
  })
}

function close(service: DocumentedService): void {
  cleanup()
  useSession.setState(useSession.getInitialState(), true)
  localStorage.clear()
  sessionStorage.clear()
  const [violation] = service.violations
  if (violation) throw violation
}

/** What the page asks of a browser and this environment has not. */
function completeBrowser(): void {
  // There are no files, so nothing of a recording that broke off is offered: another window holds it.
  Object.defineProperty(navigator, 'locks', { value: { request: () => new Promise(() => {}) } })
  // Nothing is laid out. Lists that render only what is in sight have this much room.
  for (const [name, value] of [
    ['offsetWidth', 800],
    ['offsetHeight', 600],
  ] as const) {
    Object.defineProperty(HTMLElement.prototype, name, { get: () => value, configurable: true })
  }
}
