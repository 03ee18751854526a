import {
  anything,
  date,
  id,
  integer,
  list,
  matching,
  number,
  object,
  oneOf,
  orNull,
  record,
  slug,
  text,
  timestamp,
  truth,
} from './shapes.ts'

/** The records as the specification lists them; after "ours" what api-choices.md adds. */

/** Of a vocabulary (ours). */
const term = record({ term: text, heard_as: list(text) })

// Spec: Organization.
export const organization = record({
  id: id('org'),
  name: text,
  slug,
  settings: record({
    default_prompt_id: id('prompt'),
    // ours
    vocabulary: list(term),
    speech_model: orNull(text),
    language_model: orNull(text),
    assistants_may_write: truth,
  }),
  subscription: record({
    status: oneOf('active', 'trialing', 'past_due', 'canceled'),
    plan: text,
    current_period_end: timestamp,
  }),
  usage: record({
    transcription_minutes: record({ used: number, limit: number, resets_at: timestamp }),
    storage_gb: record({ used: number, limit: number }),
  }),
  created_at: timestamp,
})

// Spec: API key.
const keyFields = {
  id: id('key'),
  name: text,
  key_prefix: matching('12 characters of a key', /^[sp]k_live_[0-9A-Za-z]{4}$/),
  key_type: oneOf('secret', 'publishable'),
  scopes: list(oneOf('read', 'write')),
  project_ids: orNull(list(id('proj'))),
  last_used_at: orNull(timestamp),
  created_at: timestamp,
  // ours (13)
  expires_at: orNull(timestamp),
  allowed_origins: list(text),
}
export const apiKey = record(keyFields)
export const createdApiKey = record({
  ...keyFields,
  key: matching('a key', /^[sp]k_live_[0-9A-Za-z]{43}$/),
})

// Spec: Project; the list items omit settings.
const projectFields = {
  id: id('proj'),
  name: text,
  slug,
  description: orNull(text),
  content_count: integer,
  latest_content_at: orNull(timestamp),
  created_at: timestamp,
  updated_at: timestamp,
}
export const projectListItem = record(projectFields)
export const project = record({
  ...projectFields,
  settings: record({
    default_prompt_id: orNull(id('prompt')),
    auto_analyze: truth,
    // ours
    language: orNull(text),
    speech_model: orNull(text),
    translate_to_english: truth,
    vocabulary: list(term),
    voice_memory: truth,
  }),
})

export const failure = record({ code: text, message: text })

// Spec: Content item.
const contentFields = {
  id: id('cont'),
  project_id: id('proj'),
  filename: text,
  content_type: matching('a media type', /^(audio|video|text|application)\/[a-z0-9.+-]+$/),
  size_bytes: integer,
  // Choice: null until the file was decoded.
  duration_seconds: orNull(number),
  status: oneOf('uploaded', 'processing', 'completed', 'failed'),
  has_transcript: truth,
  analysis_count: integer,
  created_at: timestamp,
  updated_at: timestamp,
  // ours (7)
  error: orNull(failure),
  stage: orNull(text),
  progress: orNull(number),
  remaining_seconds: orNull(number),
  has_video: truth,
  source: oneOf('recording', 'import'),
  echo: oneOf(null, 'none', 'reduced', 'heavy'),
  // ours (29)
  title: text,
  title_source: oneOf('person', 'content', 'file'),
  recorded_at: timestamp,
}
export const contentItem = record(contentFields)

// Spec: Upload session.
export const uploadSession = record({
  content_id: id('cont'),
  upload_type: oneOf('single'),
  upload_url: matching('an address', /^https?:\/\//),
  upload_method: oneOf('PUT'),
  upload_headers: object,
  expires_at: timestamp,
  // ours (12)
  limits: record({ max_size_bytes: integer, max_duration_seconds: orNull(integer) }),
})

const word = record({
  text,
  start: number,
  end: number,
  confidence: number,
  is_uncertain: truth,
})
const language = matching('a language code', /^[a-z]{2,3}$/)
const segment = record({
  start: number,
  end: number,
  text,
  speaker: text,
  // ours (7)
  id: id('seg'),
  speaker_id: text,
  language,
  overlaps: list(record({ start: number, end: number, speaker_id: text })),
  words: list(word),
})
const speaker = record({
  id: text,
  label: text,
  name: orNull(text),
  suggested_name: orNull(text),
  seconds: number,
})
const versionFields = {
  version: integer,
  origin: oneOf('machine', 'edited', 'restored', 'imported'),
  based_on: orNull(integer),
  edited_by: orNull(id('mem')),
  word_count: integer,
  updated_at: timestamp,
}

// Spec: Transcript.
export const transcript = record({
  content_id: id('cont'),
  text,
  segments: list(segment),
  language,
  created_at: timestamp,
  // ours (7)
  speakers: list(speaker),
  model_used: text,
  language_probability: orNull(number),
  translated_to: orNull(text),
  has_estimated_times: truth,
  ...versionFields,
})

// Choice (7): corrections answer with what they changed.
export const transcriptChange = record({
  content_id: id('cont'),
  ...versionFields,
  speakers: list(speaker),
  segments: list(segment),
  removed_segment_ids: list(id('seg')),
})
export const transcriptVersion = record({
  ...versionFields,
  model_used: text,
  language,
  created_at: timestamp,
  is_current: truth,
})

// Spec: Analysis, list item; api-choices.md 9: a score and a result exist once it is finished.
const analysisFields = {
  id: id('ana'),
  content_id: id('cont'),
  prompt_id: id('prompt'),
  prompt_name: text,
  status: oneOf('queued', 'processing', 'completed', 'failed'),
  version: integer,
  confidence_score: orNull(integer),
  created_at: timestamp,
  // ours (7)
  is_outdated: truth,
}
export const analysisListItem = record(analysisFields)
const writtenFields = {
  transcript_version: integer,
  result_language: orNull(text),
  error: orNull(failure),
  coverage: orNull(record({ tokens_total: integer, tokens_used: integer, chunks: integer })),
  claims: orNull(object),
  evidence: orNull(object),
  needs_language_model: orNull(list(text)),
  progress: orNull(number),
  completed_at: orNull(timestamp),
}
export const analysis = record({
  ...analysisFields,
  result: orNull(object),
  model_used: orNull(text),
  processing_time_ms: orNull(integer),
  // ours (7)
  prompt_version: integer,
  ...writtenFields,
})

// Choice: a prompt tried before it is saved.
export const trial = record({
  id: id('trial'),
  content_id: id('cont'),
  status: analysisFields.status,
  confidence_score: orNull(integer),
  result: orNull(object),
  model_used: orNull(text),
  processing_time_ms: orNull(integer),
  ...writtenFields,
  created_at: timestamp,
  expires_at: timestamp,
})

// Choice (7): the detail is the item with everything in it.
export const contentDetail = record({
  ...contentFields,
  transcript: orNull(transcript),
  analyses: list(analysis),
  last_completed_analyses: list(analysis),
  media: anything,
})

// Spec: Analysis, the result object seen.
export const result = record({
  summary: text,
  sentiment: text,
  key_topics: list(text),
  action_items: list(text),
  deal_probability: number,
  objections: list(record({ topic: text, concern: text, response: text })),
})

const answered = oneOf('all', 'some', 'none')

// Choice (4).
export const prompt = record({
  id: id('prompt'),
  name: text,
  description: orNull(text),
  type: oneOf('custom', 'system'),
  template: text,
  output_schema: orNull(object),
  // ours: result_language
  result_language: orNull(text),
  variables: list(text),
  version: integer,
  is_default: truth,
  // ours: built_in
  built_in: record({ en: answered, de: answered, other: answered }),
  created_at: timestamp,
  updated_at: timestamp,
})

// ours: which fields are filled without a language model
export const promptFields = record({
  fields: list(record({ pointer: text, built_in: answered })),
})

// Choice: what a prompt asked at one time.
export const promptVersion = record({
  version: integer,
  template: text,
  output_schema: orNull(object),
  is_current: truth,
  analysis_count: integer,
  edited_by: orNull(id('mem')),
  created_at: timestamp,
})

// Spec: Search result.
export const searchResult = record({
  id: id('cont'),
  project_id: id('proj'),
  project_name: text,
  filename: text,
  title: text, // ours
  status: oneOf('uploaded', 'processing', 'completed', 'failed'),
  relevance_score: number,
  highlight: text,
  created_at: timestamp,
})

// Choice (2).
export const member = record({
  id: id('mem'),
  email: text,
  name: orNull(text),
  role: oneOf('admin', 'member'),
  is_owner: truth,
  status: oneOf('active'),
  invitation_id: orNull(id('inv')),
  last_active_at: orNull(timestamp),
  created_at: timestamp,
  updated_at: timestamp,
})

// Choice (3).
const invitationFields = {
  id: id('inv'),
  email: text,
  role: oneOf('admin', 'member'),
  status: oneOf('pending', 'accepted', 'revoked', 'expired'),
  invited_by: orNull(id('mem')),
  expires_at: timestamp,
  last_sent_at: timestamp,
  send_count: integer,
  delivery: oneOf('email', 'link'),
  accepted_at: orNull(timestamp),
  created_at: timestamp,
  updated_at: timestamp,
}
export const invitation = record(invitationFields)
export const invitationWithLink = record({
  ...invitationFields,
  accept_url: matching('an address', /^https?:\/\//),
})

// Spec: Webhook endpoint; api-choices.md 5.
const webhookFields = {
  id: id('wh'),
  url: matching('an HTTPS address', /^https:\/\//),
  events: list(text),
  description: orNull(text),
  project_ids: orNull(list(id('proj'))),
  include_result: truth,
  is_active: truth,
  created_at: timestamp,
  // ours (5)
  disabled_reason: oneOf(null, 'user', 'consecutive_failures', 'gone'),
  api_version: date,
  secret_hint: matching('four characters', /^.{4}$/),
  previous_secret_expires_at: orNull(timestamp),
  consecutive_failures: integer,
  last_delivery_at: orNull(timestamp),
  last_success_at: orNull(timestamp),
  created_by: orNull(id('mem')),
  updated_at: timestamp,
}
export const webhook = record(webhookFields)
export const webhookWithSecret = record({
  ...webhookFields,
  secret: matching('a secret', /^whsec_[A-Za-z0-9+/]{43}=$/),
})

// Choice (6).
const deliveryFields = {
  id: id('dlv'),
  webhook_id: id('wh'),
  event_id: id('evt'),
  event: text,
  project_id: orNull(id('proj')),
  status: oneOf('pending', 'in_flight', 'retrying', 'delivered', 'exhausted', 'cancelled'),
  trigger: oneOf('event', 'test', 'manual'),
  attempt_count: integer,
  max_attempts: integer,
  next_attempt_at: orNull(timestamp),
  last_response_status: orNull(integer),
  last_error: orNull(failure),
  attempts: list(
    record({
      number: integer,
      started_at: timestamp,
      duration_ms: integer,
      response_status: orNull(integer),
      error_code: orNull(text),
      response_preview: orNull(text),
      body_bytes: orNull(integer),
      body_sha256: orNull(matching('a SHA-256', /^[0-9a-f]{64}$/)),
      result: oneOf(null, 'included', 'too_large', 'in_trash', 'not_found'),
    }),
  ),
  created_at: timestamp,
  delivered_at: orNull(timestamp),
  exhausted_at: orNull(timestamp),
}
export const delivery = record(deliveryFields)
export const deliveryDetail = record({
  ...deliveryFields,
  payload: orNull(text),
  request_headers: object,
})

// Spec: Event envelope.
export const event = record({
  id: id('evt'),
  event: text,
  api_version: date,
  created_at: timestamp,
  organization_id: id('org'),
  // Choice (10): null for events of the organization and for tests.
  project_id: orNull(id('proj')),
  data: object,
  links: record({ api: orNull(matching('an address', /^https?:\/\/.+\/v1\//)) }),
})

export const deleted = (prefix: string) => record({ id: id(prefix), deleted: oneOf(true) })

export const started = (prefix: string, name: string) =>
  record({
    [name]: id(prefix),
    status: oneOf('queued', 'processing', 'completed'),
    message: text,
  })
