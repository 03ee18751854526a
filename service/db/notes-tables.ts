import type { ColumnType, Generated } from 'kysely'

/** The tables of the folders into which projects mirror their recordings. */
export type NotesFolders = {
  project_id: string
  path: string
  error_code: string | null
  error_message: string | null
  written_at: Date | null
  created_at: Date
}

type Fields = Record<string, unknown>

/** The file of a recording, which may be gone. */
export type NoteFiles = {
  content_id: string
  folder: string
  /** Below the folder, with forward slashes. */
  path: string
  /** The name that Earshot gave it. */
  name: string
  /** What its front matter said when it was written. */
  fields: ColumnType<Fields, string, string>
  line_hashes: string
  /** As it was left; null of a file that was not found. */
  size_bytes: number | null
  changed_at_ms: number | null
}

/** Recordings that may say something else than their files. */
export type NoteChanges = { content_id: string; number: Generated<number> }
