import type { EventName } from './queries.ts'

/** Every event the service knows, in words; the compiler asks for a new one when the API has it. */
export const eventLabels: Record<EventName, string> = {
  '*': 'All events, also those to come',
  'transcription.completed': 'A transcript is ready',
  'transcription.failed': 'A transcription failed',
  'transcription.started': 'A transcription began',
  'transcript.updated': 'A transcript was edited or restored',
  'content_analysis.completed': 'An analysis is ready',
  'content_analysis.failed': 'An analysis failed',
  'project_insights.completed': 'Insights over a project are ready',
  'project_insights.failed': 'Insights over a project failed',
  'content.created': 'A recording was added',
  'content.deleted': 'A recording was deleted',
  'project.created': 'A project was created',
  'project.updated': 'A project was changed',
  'project.deleted': 'A project was deleted',
  'member.added': 'Somebody joined the organization',
  'member.updated': 'The role of a member was changed',
  'member.removed': 'A member was removed',
  'invitation.created': 'Somebody was invited',
  'invitation.accepted': 'An invitation was accepted',
  'invitation.revoked': 'An invitation was revoked',
  'webhook.test': 'A test was asked for',
}

const isEventName = (value: string): value is EventName => value in eventLabels

/** The names, without the test event: it reaches its endpoint in any case. */
export const eventNames = Object.keys(eventLabels)
  .filter(isEventName)
  .filter((name) => name !== 'webhook.test')
