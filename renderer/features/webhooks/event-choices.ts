import type { EventName } from './queries.ts'

/** Every event the service knows, in words; the compiler asks for a new one when the API has it. */
export const eventLabels: Record<EventName, string> = {
  '*': 'All events, also those to come',
  'transcription.completed': 'A transcript is ready',
  'transcription.failed': 'A transcription failed',
  'transcription.started': 'A transcription began',
  'content_analysis.completed': 'An analysis is ready',
  'content_analysis.failed': 'An analysis failed',
  'content.created': 'A recording was added',
  'content.deleted': 'A recording was deleted',
  'webhook.test': 'A test was asked for',
}

const isEventName = (value: string): value is EventName => value in eventLabels

/** The names, without the test event: it reaches its endpoint in any case. */
export const eventNames = Object.keys(eventLabels)
  .filter(isEventName)
  .filter((name) => name !== 'webhook.test')
