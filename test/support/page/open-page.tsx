import { cleanup, configure, render } from '@testing-library/react'
import { userEvent, type UserEvent } from '@testing-library/user-event'
import { client } from 'earshot/client'
import { onTestFinished, vi } from 'vitest'
import { connectClient } from '../../../renderer/api/client.ts'
import { App } from '../../../renderer/app.tsx'
import { useSession } from '../../../renderer/session-store.ts'
import { DocumentedService } from './documented-service.ts'

const serviceAddress = 'http://earshot.test'

// The timeout ends only what hangs, as other files share the processors. A message comes without the whole document,
// which Testing Library prints below each.
const getElementError = (message: string | null) => new Error(message ?? '')
configure({ asyncUtilTimeout: 20_000, getElementError, defaultHidden: true })
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
  const complaints = collectComplaints()
  onTestFinished(() => close(service, complaints))
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
  // There is no canvas to draw it on.
  service.refuse('getWaveform', 'not_found')
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

/** What React and the page say that they should not; with one exception, each fails the test. */
function collectComplaints(): string[] {
  const complaints: string[] = []
  const note = (...words: unknown[]) => {
    const [first] = words.map(String)
    // Menus have no field to begin at, and Mantine says so outside of production.
    if (!first?.includes('use-focus-trap')) complaints.push(words.map(String).join(' '))
  }
  vi.spyOn(console, 'error').mockImplementation(note)
  vi.spyOn(console, 'warn').mockImplementation(note)
  return complaints
}

function close(service: DocumentedService, complaints: readonly string[]): void {
  cleanup()
  vi.restoreAllMocks()
  useSession.setState(useSession.getInitialState(), true)
  localStorage.clear()
  sessionStorage.clear()
  const [violation] = service.violations
  if (violation) throw violation
  if (complaints.length > 0) throw new Error(complaints.join('\n'))
}

/** What the page asks of a browser and this environment has not. */
function completeBrowser(): void {
  // There are no files, so nothing of a recording that broke off is offered: another window holds it.
  Object.defineProperty(navigator, 'locks', { value: { request: () => new Promise(() => {}) } })
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
  // Nothing is laid out. A window has this much room, and so has a list that renders only what is in sight.
  for (const [name, value] of Object.entries({
    offsetWidth: 800,
    offsetHeight: 600,
    clientWidth: 1280,
    clientHeight: 800,
  })) {
    Object.defineProperty(HTMLElement.prototype, name, { get: () => value, configurable: true })
  }
  HTMLElement.prototype.getBoundingClientRect = () => new DOMRect(0, 0, 100, 20)
}
