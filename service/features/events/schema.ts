/** Spec: Event types; the further ones are our choice (choices.md 10, first release). */
export const eventNames = [
  'content.created',
  'content.deleted',
  'transcription.started',
  'transcription.completed',
  'transcription.failed',
  'content_analysis.completed',
  'content_analysis.failed',
  'webhook.test',
] as const

export type EventName = (typeof eventNames)[number]
