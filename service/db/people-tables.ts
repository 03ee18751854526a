import type { ColumnType, Generated, JSONColumnType } from 'kysely'

/** A name or term and what the engine is known to hear in its place. */
export type StoredTerm = { term: string; heard_as: string[] }

/** Rows of the organization, its people, and what is kept for their requests. See `tables.ts`. */
export type Organizations = {
  id: string
  name: string
  slug: string
  default_prompt_id: string | null
  vocabulary: ColumnType<StoredTerm[], string | undefined, string>
  /**
   * Ids of the catalogue, null for what is used by default; a language model may also be one of a
   * model server, as `msv_…/name`.
   */
  speech_model: ColumnType<string | null, string | null | undefined, string | null>
  language_model: ColumnType<string | null, string | null | undefined, string | null>
  assistants_may_write: Generated<boolean>
  transcription_minutes_limit: number
  storage_gb_limit: number
  created_at: Date
}

/** Programs that serve language models. */
export type ModelServers = {
  id: string
  organization_id: string
  base_url: string
  kind: string
  api_key_sealed: string | null
  allow_remote: boolean
  allow_unencrypted: boolean
  created_at: Date
}

/** What was measured of language models, the newest of each; see features/model-figures. */
export type ModelFiguresTable = {
  organization_id: string
  model: string
  figures: JSONColumnType<StoredFigures>
  measured_at: Date
}

/** Shares are 0 to 1; null, nothing to take a share of. */
type StoredItems = { listed: number; precision: number | null; recall: number | null }
type StoredFigures = {
  meetings: number
  action_items: StoredItems
  decisions: StoredItems
  open_questions: StoredItems
  summary: { rouge_1: number; lexrank_rouge_1: number }
  seconds_per_hour: number
}

export type ApiKeys = {
  id: string
  organization_id: string
  name: string
  key_prefix: string
  key_hash: string
  key_type: 'secret' | 'publishable'
  scopes: string[]
  project_ids: string[] | null
  allowed_origins: Generated<string[]>
  is_session: Generated<boolean>
  member_id: string | null
  api_version: Generated<string>
  last_used_at: Date | null
  expires_at: Date | null
  created_at: Date
}

type MemberRole = 'admin' | 'member'

export type Members = {
  id: string
  organization_id: string
  email: string
  name: string | null
  role: MemberRole
  is_owner: Generated<boolean>
  invitation_id: string | null
  last_active_at: Date | null
  /** When a session began last whose person had shown to be the member; null for who came by a link alone. */
  proven_at: Generated<Date | null>
  language: Generated<'en' | 'de' | null>
  created_at: Date
  updated_at: Date
}

type InvitationStatus = 'pending' | 'accepted' | 'revoked' | 'expired'

export type Invitations = {
  id: string
  organization_id: string
  email: string
  role: MemberRole
  status: InvitationStatus
  token_hash: string
  invited_by: string | null
  delivery: 'email' | 'link'
  send_count: number
  last_sent_at: Date
  expires_at: Date
  accepted_at: Date | null
  created_at: Date
  updated_at: Date
}

/** Members who signed in with a browser. */
export type Sessions = {
  id: string
  token_hash: string
  organization_id: string
  member_id: string
  method: 'email' | 'openid' | 'invitation'
  /** Null where the mailbox was not shown to be the person's. */
  proven_email: string | null
  user_agent: string | null
  last_used_at: Date
  expires_at: Date
  created_at: Date
}

export type SignInLinks = {
  token_hash: string
  email: string
  browser_hash: string
  client: string
  expires_at: Date
  used_at: Date | null
  created_at: Date
}

export type SignInIdentities = {
  issuer: string
  subject: string
  member_id: string
  created_at: Date
}

/** `api_key_id` is a key or a session. */
export type IdempotencyKeys = {
  api_key_id: string
  method: string
  path: string
  key: string
  request_hash: string
  state: 'reserved' | 'committed' | 'answered'
  status: number | null
  body_sealed: string | null
  created_at: Date
  process: string | null
  role: 'admin' | 'member' | null
}

/** The check of the library that runs or ran last. */
export type Verifications = {
  organization_id: string
  reason: 'requested' | 'crash' | 'monthly' | 'unreadable'
  status: 'running' | 'completed' | 'cancelled' | 'failed'
  step: 'rows' | 'indexes' | 'tables' | 'recordings' | null
  done: Generated<number>
  total: Generated<number>
  findings: ColumnType<StoredFinding[], string | undefined, string>
  finding_count: Generated<number>
  started_at: Date
  finished_at: Date | null
}

/** `part` is one of features/verification/library-parts.ts; null for recordings. */
export type StoredFinding = {
  kind: 'rebuilt' | 'lost' | 'recording_damaged' | 'recording_missing'
  part: string | null
  content_id: string | null
  filename: string | null
  title: string | null
}

export type Notices = {
  id: string
  organization_id: string
  kind: string
  title: string
  body: string
  link: string | null
  read_at: Date | null
  created_at: Date
}

/** Entries that are only ever added; without key and session it was the app or the command line. */
export type AuditLog = {
  id: string
  organization_id: string
  position: number
  action: string
  object_id: string | null
  project_id: string | null
  api_key_id: string | null
  session_id: string | null
  tool: string | null
  member_id: string
  created_at: Date
  previous_hash: string
  hash: string
}
