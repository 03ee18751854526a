import type { IdPrefix } from '../core/ids.ts'
import type { Parameter, Schema } from './openapi-document.ts'

type Facts = { description: string; example?: string; pattern?: string }

const record = (prefix: IdPrefix, noun: string): Facts => ({
  description: `Id of the ${noun}`,
  example: `${prefix}_01kayr3c9nfq4tq4h6zr6yv0b2`,
  pattern: `^${prefix}_[0-9a-hjkmnp-tv-z]{26}$`,
})

/**
 * Parameters that name a record, by their name. This stands in the document alone: a wrong id is
 * looked up and answered with 404, so the shape of a route does not refuse it.
 */
const known: Record<string, Facts> = {
  projectId: record('proj', 'project'),
  contentId: record('cont', 'recording'),
  orphanId: record('cont', 'recording without a place in the library'),
  segmentId: record('seg', 'segment of the transcript'),
  speakerId: {
    description: 'Id of the speaker, as the transcript of this recording has it',
    example: 'speaker_1',
    pattern: String.raw`^\S+$`,
  },
  analysisId: record('ana', 'analysis'),
  trialId: record('trial', 'trial'),
  actionId: record('act', 'action'),
  promptId: record('prompt', 'prompt'),
  voiceId: record('voice', 'voice'),
  webhookId: record('wh', 'webhook endpoint'),
  deliveryId: record('dlv', 'delivery'),
  eventId: record('evt', 'event'),
  last_event_id: record('evt', 'event'),
  'last-event-id': record('evt', 'event'),
  keyId: record('key', 'API key'),
  memberId: record('mem', 'member'),
  sessionId: record('ses', 'session'),
  invitationId: record('inv', 'invitation'),
  noticeId: record('ntc', 'notice'),
  backupId: record('bkp', 'backup'),
  serverId: record('msv', 'connected model server'),
  folderId: record('wfl', 'watched folder'),
  calendarId: record('cal', 'calendar'),
  modelId: {
    description: 'Id of the model, as the list of models has it',
    example: 'whisper-base-q5_1',
    pattern: String.raw`^\S+$`,
  },
  libraryId: {
    description: 'Id of the library, as the list of replaced libraries has it',
    example: '2026-11-23T15-04-05-000Z',
    pattern: String.raw`^\d{4}-\d{2}-\d{2}T[\d-]+Z$`,
  },
  itemId: {
    description: 'Id of the recording, project or prompt',
    example: 'cont_01kayr3c9nfq4tq4h6zr6yv0b2',
    pattern: '^(cont|proj|prompt)_[0-9a-hjkmnp-tv-z]{26}$',
  },
  bundleId: {
    description: 'Id of the recording, project or prompt',
    example: 'prompt_01kayr3c9nfq4tq4h6zr6yv0b2',
    pattern: '^(cont|proj|prompt)_[0-9a-hjkmnp-tv-z]{26}$',
  },
  token: {
    description: 'The signed part of the address',
    example: 'eyJjIjoiY29udF8wMWtheXIifQ.c2lnbmF0dXJl',
    pattern: String.raw`^[\w.-]+$`,
  },
  cursor: {
    // No example: a cursor is signed, so one that was made up is refused.
    description: 'next_cursor of the page before',
    pattern: String.raw`^[\w.-]+$`,
  },
}

/** What a caller and a generator of clients should know of a parameter, beyond what its route checks. */
export function completeParameter(parameter: Parameter): void {
  // What has a default may be left out.
  if ('default' in parameter.schema) parameter.required = false
  takeAsList(parameter)
  const facts = known[parameter.name]
  if (!facts) return
  const { description, example, pattern } = facts
  parameter.description ??= description
  if (example !== undefined) parameter.example ??= example
  if (pattern !== undefined) parameter.schema = { ...parameter.schema, pattern }
}

/** A name given once is a list of one: in a query both look the same, and a union has no type elsewhere. */
function takeAsList(parameter: Parameter): void {
  const { anyOf, ...rest } = parameter.schema
  const list = Array.isArray(anyOf) ? anyOf.find(({ type }: Schema) => type === 'array') : undefined
  if (list === undefined) return
  parameter.schema = { ...rest, ...list }
  if (parameter.example !== undefined) parameter.example = [parameter.example].flat()
}
