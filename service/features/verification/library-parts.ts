/** What a person knows the tables by; each continues "The library is damaged: …". */
export const libraryParts = {
  recordings: 'the list of recordings',
  transcripts: 'the transcripts',
  projects: 'the projects',
  notes: 'the notes',
  analyses: 'the analyses',
  actions: 'the action items',
  insights: 'the insights',
  prompts: 'the prompts',
  search: 'what search and Ask find things by',
  voices: 'the remembered voices',
  settings: 'the settings',
  keys: 'the API keys',
  members: 'the members',
  webhooks: 'the events and webhooks',
  notices: 'the notices',
  audit: 'the audit log',
  work: 'the list of work in progress',
  database: 'what the database keeps about itself',
} as const

export type LibraryPart = keyof typeof libraryParts

const tablesOf: Partial<Record<LibraryPart, readonly string[]>> = {
  recordings: ['content', 'upload_sessions', 'waveforms', 'transcription_usage'],
  transcripts: ['transcripts', 'transcription_parts'],
  projects: ['projects', 'project_changes'],
  notes: ['content_notes', 'notes_folders', 'note_files', 'note_changes'],
  analyses: ['analysis_runs'],
  actions: ['action_items', 'unread_actions'],
  insights: ['insights', 'insight_sources', 'recording_findings'],
  prompts: ['prompts', 'prompt_versions'],
  search: [
    ...['search_documents', 'search_said', 'search_speech', 'search_languages'],
    ...['search_unscoped', 'search_unfolded'],
    ...['ask_segments', 'ask_embeddings', 'ask_embedded', 'ask_unread', 'ask_model'],
  ],
  voices: ['voices', 'speaker_voices'],
  settings: [
    ...['organizations', 'model_servers', 'model_figures', 'verifications'],
    ...['watched_folders', 'watched_files'],
    ...['calendars', 'calendar_events', 'content_events'],
  ],
  keys: ['api_keys', 'revoked_api_keys'],
  members: ['members', 'invitations', 'sessions', 'sign_in_links', 'sign_in_identities'],
  webhooks: ['events', 'removed_events', 'webhooks', 'deliveries'],
  notices: ['notices'],
  audit: ['audit_log'],
  work: ['jobs', 'processes', 'queue_pause', 'idempotency_keys', 'upload_claims'],
  database: ['migrations', 'row_counts', 'installation_key'],
}

const parts = new Map(
  Object.entries(tablesOf).flatMap(([part, tables]) =>
    tables.map((table) => [table, part as LibraryPart] as const),
  ),
)

/** The part that a table is of; one that is none of ours is PostgreSQL's own. */
export const partOf = (table: string): LibraryPart => parts.get(table) ?? 'database'
