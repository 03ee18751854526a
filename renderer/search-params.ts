import { contentOrders, type ContentOrder } from 'earshot/client'
import type { ContentStatus } from './api/types.ts'

/** Allowed search parameters for each screen; anything else is dropped. */
export type LibrarySearch = {
  status?: ContentStatus
  from?: string
  to?: string
  q?: string
  sort?: LibrarySort
  /** Opens the project's settings there. */
  settings?: 'folders'
}
type LibrarySort = ContentOrder
/** With `play`, playback starts at `at`. */
export type RecordingSearch = { at?: number; play?: true; find?: string; version?: number }
export type RecordSearch = { project?: string; name?: string }
export type SettingsSection = (typeof sections)[number]
export type SettingsSearch = { section?: SettingsSection }
const sections = [
  'appearance',
  'desktop',
  'account',
  'organization',
  'usage',
  'storage',
  'encryption',
  'privacy',
  'audit',
  'calendars',
  'assistants',
  'about',
] as const
export type SearchSearch = {
  q?: string
  project?: string
  status?: ContentStatus
  speaker?: string
  from?: string
  to?: string
  /** A question to put to all recordings. */
  ask?: string
}

export type ActionsSearch = { state?: ActionState; owner?: string }
/** Without `state`, the open ones. */
export type TasksSearch = { state?: ActionState | 'all'; owner?: string }
type ActionState = 'open' | 'done' | 'overdue'

const actionStates: readonly ActionState[] = ['open', 'done', 'overdue']
const contentStatuses: readonly ContentStatus[] = ['uploaded', 'processing', 'completed', 'failed']

export const librarySearch = (input: Record<string, unknown>): LibrarySearch => ({
  ...given('status', toStatus(input['status'])),
  ...given('from', toDay(input['from'])),
  ...given('to', toDay(input['to'])),
  ...given('q', toText(input['q'])),
  ...given(
    'sort',
    contentOrders.find((one) => one === input['sort']),
  ),
  ...given('settings', input['settings'] === 'folders' ? ('folders' as const) : undefined),
})

export const recordingSearch = (input: Record<string, unknown>): RecordingSearch => ({
  ...given('at', toSeconds(input['at'])),
  ...given('play', input['play'] === true ? true : undefined),
  ...given('find', toText(input['find'])),
  ...given('version', toVersion(input['version'])),
})

export const recordSearch = (input: Record<string, unknown>): RecordSearch => ({
  ...given('project', toText(input['project'])),
  ...given('name', toText(input['name'])),
})

export const searchSearch = (input: Record<string, unknown>): SearchSearch => ({
  ...given('q', toText(input['q'])),
  ...given('project', toText(input['project'])),
  ...given('status', toStatus(input['status'])),
  ...given('speaker', toText(input['speaker'])),
  ...given('from', toDay(input['from'])),
  ...given('to', toDay(input['to'])),
  ...given('ask', toText(input['ask'])),
})

export const actionsSearch = (input: Record<string, unknown>): ActionsSearch => ({
  ...given(
    'state',
    actionStates.find((one) => one === input['state']),
  ),
  ...given('owner', toText(input['owner'])),
})

export const tasksSearch = (input: Record<string, unknown>): TasksSearch =>
  input['state'] === 'all'
    ? { ...given('owner', toText(input['owner'])), state: 'all' }
    : actionsSearch(input)

export const settingsSearch = (input: Record<string, unknown>): SettingsSearch =>
  given(
    'section',
    sections.find((one) => one === input['section']),
  )

/** An object with this property, or without it if there is no value. */
function given<K extends string, V>(name: K, value: V | undefined): Partial<Record<K, V>> {
  const holder: Partial<Record<K, V>> = {}
  if (value !== undefined) holder[name] = value
  return holder
}

const toStatus = (value: unknown): ContentStatus | undefined =>
  contentStatuses.find((one) => one === value)

/** The router parses `?q=2026` as a number; turn it back into text. */
const toText = (value: unknown): string | undefined =>
  (typeof value === 'string' && value !== '') || typeof value === 'number'
    ? String(value)
    : undefined

const toDay = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : undefined

const toSeconds = (value: unknown): number | undefined =>
  typeof value === 'number' && value >= 0 ? value : undefined

const toVersion = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : undefined
