import type { Action, ContentItem } from 'earshot/client'

/** What could not be exported, and why; the rest of the recording was. */
type Gap = { what: string; reason: string }

/** A recording in an export. Names of files are relative to its folder. */
export type ExportedRecording = {
  folder: string
  item: ContentItem
  media: string | null
  /** All other files, in the order in which they are shown. */
  files: string[]
  bytes: number
  gaps: Gap[]
}

/** A project in an export. Names of files and folders are relative to its folder. */
export type ExportedProject = {
  folder: string
  name: string
  files: string[]
  recordings: ExportedRecording[]
  actions: Action[]
}
