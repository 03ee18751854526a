import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { Analyses, AnalysisRuns } from './analysis-tables.ts'
import type {
  Content,
  ContentNotes,
  UploadClaims,
  UploadSessions,
  WatchedFiles,
  WatchedFolders,
} from './content-tables.ts'
import type {
  ActionItems,
  Insights,
  InsightSources,
  RecordingFindings,
  UnreadActions,
} from './insights-tables.ts'
import type {
  ApiKeys,
  IdempotencyKeys,
  Invitations,
  Members,
  ModelFiguresTable,
  ModelServers,
  AuditLog,
  Notices,
  Organizations,
  Sessions,
  SignInIdentities,
  SignInLinks,
  StoredTerm,
  Verifications,
} from './people-tables.ts'
import type { CalendarEvents, Calendars, ContentEvents } from './calendar-tables.ts'
import type { NoteChanges, NoteFiles, NotesFolders } from './notes-tables.ts'
import type { Jobs, Processes, QueuePause } from './queue-tables.ts'
import type {
  SpeakerVoices,
  TranscriptionParts,
  Transcripts,
  Voices,
  Waveforms,
} from './speech-tables.ts'

export type * from './analysis-tables.ts'
export type * from './calendar-tables.ts'
export type * from './content-tables.ts'
export type * from './insights-tables.ts'
export type * from './notes-tables.ts'
export type * from './people-tables.ts'
export type * from './queue-tables.ts'
export type * from './speech-tables.ts'

/** The rows of every table, as `migrations/` makes them. Timestamps are `Date`, JSON is parsed. */
type JsonWithDefault<T extends object> = ColumnType<T, string | undefined, string>
type JsonOrNull<T extends object> = ColumnType<T | null, string | null, string | null>

export type Prompts = {
  id: string
  organization_id: string
  name: string
  description: string | null
  type: 'custom' | 'system'
  template: string
  output_schema: JsonOrNull<Record<string, unknown>>
  /** ISO 639-1; null, that of the speech. */
  result_language: string | null
  version: Generated<number>
  trashed_at: Date | null
  created_at: Date
  updated_at: Date
}

export type PromptVersions = {
  prompt_id: string
  version: number
  template: string
  output_schema: JsonOrNull<Record<string, unknown>>
  /** The member; null: the app itself, or from before this was kept. */
  edited_by: string | null
  created_at: Date
}

export type Projects = {
  id: string
  organization_id: string
  name: string
  slug: string
  description: string | null
  default_prompt_id: string | null
  auto_analyze: boolean
  language: string | null
  speech_model: string | null
  translate_to_english: Generated<boolean>
  vocabulary: JsonWithDefault<StoredTerm[]>
  voice_memory: Generated<boolean>
  /** Kept by triggers on content. */
  content_count: Generated<number>
  trashed_at: Date | null
  /** The one that holds the recordings in the bin. */
  is_bin: Generated<boolean>
  /** Neither in the bin nor the bin. */
  is_shown: GeneratedAlways<boolean>
  created_at: Date
  updated_at: Date
}

type TranscriptionUsage = {
  content_id: string
  organization_id: string
  minutes: number
  created_at: Date
}

type SearchLanguages = { language: string }

type SearchDocuments = {
  content_id: string
  project_id: string
  created_at: Date
  language: string
  /** The folded name, for parts of words. */
  filename: string
  /** What highlights are cut from. */
  body: string
  document: string
  ranking: string
}

export type Events = {
  id: string
  organization_id: string
  project_id: string | null
  event: string
  data: JSONColumnType<Record<string, unknown>>
  link: string | null
  created_at: Date
  /** The order in which they were committed. */
  position: GeneratedAlways<number>
}

type RemovedEvents = {
  id: string
  organization_id: string
  position: number
  created_at: Date
}

type ProjectChanges = { project_id: string; changed_fields: string[] }

export type Webhooks = {
  id: string
  organization_id: string
  url: string
  events: string[]
  description: string | null
  project_ids: string[] | null
  include_result: Generated<boolean>
  secret_sealed: string
  secret_hint: string
  previous_secret_sealed: string | null
  previous_secret_expires_at: Date | null
  is_active: Generated<boolean>
  disabled_reason: 'user' | 'consecutive_failures' | 'gone' | null
  api_version: string
  consecutive_failures: Generated<number>
  failing_since: Date | null
  last_delivery_at: Date | null
  last_success_at: Date | null
  created_by: string | null
  created_at: Date
  updated_at: Date
}

export type DeliveryStatus =
  | 'pending'
  | 'in_flight'
  | 'retrying'
  | 'delivered'
  | 'exhausted'
  | 'cancelled'

export type StoredAttempt = {
  number: number
  started_at: string
  duration_ms: number
  response_status: number | null
  error_code: string | null
  response_preview: string | null
  /** Of the body that went out; null where no connection was made, absent in older rows. */
  body_bytes?: number | null
  body_sha256?: string | null
  /** Whether it carried the result; null where none belongs to it. */
  result?: 'included' | 'too_large' | 'in_trash' | 'not_found' | null
}

export type Deliveries = {
  id: string
  webhook_id: string
  event_id: string
  event: string
  project_id: string | null
  payload: string
  status: DeliveryStatus
  trigger: 'event' | 'test' | 'manual'
  attempt_count: Generated<number>
  max_attempts: number
  next_attempt_at: Date | null
  last_response_status: number | null
  last_error_code: string | null
  last_error_message: string | null
  attempts: ColumnType<StoredAttempt[], string | undefined, string>
  created_at: Date
  delivered_at: Date | null
  exhausted_at: Date | null
  traceparent: string | null
  worker: string | null
  run: Generated<number>
  content_id: string | null
  position: number | null
}

export type Tables = {
  organizations: Organizations
  model_servers: ModelServers
  model_figures: ModelFiguresTable
  api_keys: ApiKeys
  revoked_api_keys: { id: string; name: string }
  prompts: Prompts
  prompt_versions: PromptVersions
  projects: Projects
  content: Content
  content_notes: ContentNotes
  notes_folders: NotesFolders
  note_files: NoteFiles
  note_changes: NoteChanges
  upload_sessions: UploadSessions
  upload_claims: UploadClaims
  watched_folders: WatchedFolders
  calendars: Calendars
  calendar_events: CalendarEvents
  content_events: ContentEvents
  watched_files: WatchedFiles
  transcripts: Transcripts
  transcription_parts: TranscriptionParts
  speaker_voices: SpeakerVoices
  voices: Voices
  waveforms: Waveforms
  transcription_usage: TranscriptionUsage
  analyses: Analyses
  analysis_runs: AnalysisRuns
  search_documents: SearchDocuments
  search_languages: SearchLanguages
  events: Events
  removed_events: RemovedEvents
  project_changes: ProjectChanges
  webhooks: Webhooks
  deliveries: Deliveries
  jobs: Jobs
  processes: Processes
  queue_pause: QueuePause
  members: Members
  sessions: Sessions
  sign_in_links: SignInLinks
  sign_in_identities: SignInIdentities
  invitations: Invitations
  insights: Insights
  insight_sources: InsightSources
  recording_findings: RecordingFindings
  action_items: ActionItems
  unread_actions: UnreadActions
  idempotency_keys: IdempotencyKeys
  notices: Notices
  audit_log: AuditLog
  verifications: Verifications
}
