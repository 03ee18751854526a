import type { EventName } from './queries.ts'

/** Every event the service knows, with its text; the compiler reports any that are missing. */
export const eventTexts = {
  '*': 'events.all',
  'content.created': 'events.content_created',
  'content.deleted': 'events.content_deleted',
  'transcription.started': 'events.transcription_started',
  'transcription.progress': 'events.transcription_progress',
  'transcription.completed': 'events.transcription_completed',
  'transcription.failed': 'events.transcription_failed',
  'transcript.updated': 'events.transcript_updated',
  'content_analysis.completed': 'events.content_analysis_completed',
  'content_analysis.failed': 'events.content_analysis_failed',
  'project_insights.completed': 'events.project_insights_completed',
  'project_insights.failed': 'events.project_insights_failed',
  'project.created': 'events.project_created',
  'project.updated': 'events.project_updated',
  'project.deleted': 'events.project_deleted',
  'member.added': 'events.member_added',
  'member.updated': 'events.member_updated',
  'member.removed': 'events.member_removed',
  'invitation.created': 'events.invitation_created',
  'invitation.accepted': 'events.invitation_accepted',
  'invitation.revoked': 'events.invitation_revoked',
  'webhook.test': 'events.webhook_test',
} as const satisfies Record<EventName, string>

export type OneEvent = Exclude<EventName, '*'>

export const isEventName = (value: string): value is EventName => Object.hasOwn(eventTexts, value)

export const eventNames = Object.keys(eventTexts).filter(isEventName)

/** The choices for people, without the test event, which always reaches its endpoint. */
export const eventGroups = [
  { text: 'groups.recordings', names: namesOf('content.', 'transcription.', 'transcript.') },
  { text: 'groups.analyses', names: namesOf('content_analysis.', 'project_insights.') },
  { text: 'groups.projects', names: namesOf('project.') },
  { text: 'groups.people', names: namesOf('member.', 'invitation.') },
] as const

function namesOf(...starts: string[]): OneEvent[] {
  return eventNames.filter(
    (name): name is OneEvent => name !== '*' && starts.some((start) => name.startsWith(start)),
  )
}
