import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** The tables of recordings and what belongs to their files. */
export type Echo = 'none' | 'reduced' | 'heavy'

export type ContentStatus = 'uploaded' | 'processing' | 'completed' | 'failed'

/** Transcribed from its sound, or a transcript of another program. */
export type ContentSource = 'recording' | 'import'

/** Whether the bytes of a recording are those that were sent, as last compared with their hash. */
export type MediaState = 'ok' | 'damaged' | 'missing'

export type Content = {
  id: string
  project_id: string
  filename: string
  /** As a person called it. */
  title: string | null
  content_type: string
  size_bytes: number
  sha256: string | null
  media_state: Generated<MediaState>
  media_checked_at: Date | null
  duration_seconds: number | null
  has_video: Generated<boolean>
  audio_tracks: number | null
  audio_channels: number | null
  /** Asked for by upload or reprocess; null as the project has it. */
  language: string | null
  speech_model: string | null
  translate_to_english: boolean | null
  echo: Echo | null
  source: Generated<ContentSource>
  status: ContentStatus
  stage: string | null
  progress: number | null
  remaining_seconds: number | null
  is_announced: Generated<boolean>
  error_code: string | null
  error_message: string | null
  /** When it took place, as its name or a person said. */
  recorded_at: Date | null
  /** In the bin since then, and from this project. */
  trashed_at: Date | null
  trashed_from: string | null
  created_at: Date
  updated_at: Date
  /** What a calendar says that it is; shown where no person gave a title. */
  event_title: string | null
  /** What it is about, by its analysis; shown where neither of the others is. */
  proposed_title: string | null
  /** What the name of its file says that it is called; shown where none of the others is. */
  name_title: string | null
  /** Computed: the title, else the event's, else the proposed one, else that of its name, else the filename without its ending. */
  shown_title: GeneratedAlways<string>
  /** Computed from title and filename: to look in, and to sort by. */
  plain_name: GeneratedAlways<string>
  name_order: GeneratedAlways<string>
}

export type UploadSessions = {
  content_id: string
  content_type: string
  size_bytes: number
  sha256: string | null
  state: 'open' | 'used' | 'expired'
  is_first: Generated<boolean>
  parts_id: Generated<string | null>
  expires_at: Date
  created_at: Date
}

/** Who makes a recording of what was sent for an item. */
export type UploadClaims = {
  content_id: string
  organization_id: string
  token: string
  process: string
  claimed_at: Generated<Date>
}

type WaitingFile = { filename: string; reason: 'being_written' | 'online_only' }

/** A folder of this machine whose new recordings are added to a project. */
export type WatchedFolders = {
  id: string
  organization_id: string
  project_id: string
  path: string
  /** Why nothing is taken from it at present. */
  error_code: string | null
  error_message: string | null
  waiting: ColumnType<WaitingFile[], string | undefined, string>
  taken_count: Generated<number>
  created_at: Date
}

/** What became of a file of a watched folder. */
export type WatchedFiles = {
  folder_id: string
  /** Below the folder, with forward slashes. */
  path: string
  size_bytes: number
  changed_at_ms: number
  sha256: string | null
  outcome: 'there_before' | 'taken' | 'known' | 'refused'
  error_code: string | null
  error_message: string | null
  noted_at: Date
}

type StoredMarker = { at_seconds: number; label: string }

export type ContentNotes = {
  content_id: string
  text: string
  markers: ColumnType<StoredMarker[], string, string>
  line_times: ColumnType<(number | null)[], string, string>
  updated_at: Date
}
