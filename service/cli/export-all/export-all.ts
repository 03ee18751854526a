import { isFullDisk } from '../../core/full-disk.ts'
import { command } from '../command.ts'
import { openExportFolder } from './export-folder.ts'
import { exportLibrary } from './export-library.ts'
import type { ExportedProject } from './exported.ts'

/** earshot export-all … */
export const exportAll = command({
  line: 'export-all <folder>',
  about: 'write everything into a new folder, as files that other programs open',
  examples: ['export-all /media/stick/earshot'],
  run: async ({ api, out, io: { signal, stderr } }, _options, folder = '') => {
    const client = await api()
    await openExportFolder(folder)
    const done: ExportedProject[] = []
    try {
      await exportLibrary({ api: client, signal, folder, step: out.step }, done)
    } catch (error) {
      const written = `Recordings that are whole: ${count(done)}. They are in "${folder}", without index.html.`
      if (signal.aborted) stderr.write(`\nStopped. ${written}\n`)
      if (isFullDisk(error)) throw new Error(`The disk is full. ${written}`, { cause: error })
      throw error
    }
    const summary = toSummary(folder, done)
    out.result(summary, toLines(summary))
  },
})

const count = (projects: readonly ExportedProject[]): number =>
  projects.reduce((sum, { recordings }) => sum + recordings.length, 0)

function toSummary(folder: string, projects: readonly ExportedProject[]) {
  const all = projects.flatMap(({ name, recordings }) =>
    recordings.map((recording) => ({ ...recording, project: name })),
  )
  return {
    folder,
    projects: projects.length,
    recordings: all.length,
    imported_transcripts: all.filter(({ item }) => item.source === 'import').length,
    action_items: projects.reduce((sum, { actions }) => sum + actions.length, 0),
    size_bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
    incomplete: all.flatMap(({ item, project, gaps }) =>
      gaps.map((gap) => ({ content_id: item.id, project, filename: item.filename, ...gap })),
    ),
  }
}

function toLines(summary: ReturnType<typeof toSummary>): string[] {
  const { folder, projects, recordings, imported_transcripts, size_bytes, incomplete } = summary
  const imported =
    imported_transcripts === 0
      ? []
      : [
          `Imported transcripts, which have no sound: ${imported_transcripts}; the files they were read from stay in the library.`,
        ]
  return [
    `${folder}: projects: ${projects}, recordings: ${recordings}, action items: ${summary.action_items}, ${size_bytes} bytes`,
    ...imported,
    ...incomplete.map(
      ({ project, filename, what, reason }) => `${project}, ${filename}: ${what}: ${reason}`,
    ),
  ]
}
