import {
  analyzeContent,
  cancelContent,
  client,
  exportTranscript,
  reprocessContent,
  restoreContent,
  trashContent,
  type ExportFormat,
} from 'earshot/client'
import { asFailure } from '../../api/failure.ts'
import type { BulkWork } from './bulk-store.ts'
import type { SpeechOptions } from './queries.ts'
import { saveFile } from '../../ui/save-file.ts'

export const deleting = (projectId: string): BulkWork => ({
  kind: 'delete',
  work: async (contentId) => {
    try {
      await trashContent({ path: { projectId, contentId } })
    } catch (error) {
      // Somebody else deleted it first, which is the outcome we wanted.
      if (asFailure(error).status !== 404) throw error
    }
  },
  undo: async (contentId) => {
    await restoreContent({ path: { projectId, contentId } })
  },
})

export const transcribing = (projectId: string, body: SpeechOptions): BulkWork => ({
  kind: 'transcribe',
  work: async (contentId) => {
    await reprocessContent({ path: { projectId, contentId }, body })
  },
  undo: async (contentId) => {
    await cancelContent({ path: { projectId, contentId } })
  },
})

export const analysing = (projectId: string, promptId: string): BulkWork => ({
  kind: 'analyse',
  work: async (contentId) => {
    await analyzeContent({ path: { projectId, contentId }, body: { prompt_id: promptId } })
  },
})

type Export = { format: ExportFormat; folder: string }

/** Exports transcripts as files: a single one as is, several in one archive. */
export function exporting(projectId: string, { format, folder }: Export): BulkWork {
  const files: { name: string; body: Blob }[] = []
  const nameFor = uniqueNames()
  return {
    kind: 'export',
    work: async (contentId) => {
      const { blob, filename } = await exportTranscript(
        client,
        { projectId, contentId },
        { format },
      )
      files.push({ name: nameFor(filename), body: blob })
    },
    finish: async () => {
      const [only] = files
      if (files.length === 1 && only) return saveFile(only)
      if (files.length === 0) return
      const { zipFiles } = await import('./zip-files.ts')
      saveFile({ name: `${folder}.zip`, body: await zipFiles(files) })
    },
  }
}

/** Makes names unique within a folder: a second “call.txt” becomes “call (2).txt”. */
export function uniqueNames(): (name: string) => string {
  const taken = new Set<string>()
  return (name) => {
    const [, stem = name, ending = ''] = /^(.+?)(\.[^.]{1,5})?$/s.exec(name) ?? []
    let unique = name
    for (let count = 2; taken.has(unique.toLowerCase()); count += 1) {
      unique = `${stem} (${count})${ending}`
    }
    taken.add(unique.toLowerCase())
    return unique
  }
}
