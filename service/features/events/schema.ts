/** Spec: Event types; the further ones are our choice (choices.md 10). */
export const eventNames = [
  'content.created',
  'content.deleted',
  'transcription.started',
  'transcription.completed',
  'transcription.failed',
  'content_analysis.completed',
  'content_analysis.failed',
  'project_insights.completed',
  'project_insights.failed',
  'project.created',
  'project.updated',
  'project.deleted',
  'member.added',
  'member.updated',
  'member.removed',
  'invitation.created',
  'invitation.accepted',
  'invitation.revoked',
  'webhook.test',
] as const

export type EventName = (typeof eventNames)[number]

/** Spec: Versioning 2. An endpoint keeps the version it was created with (choices.md 16). */
export const eventApiVersion = '2026-11-21'
