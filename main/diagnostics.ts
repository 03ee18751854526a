import { dialog, shell } from 'electron'
import { writeDiagnostics } from '../service/cli/diagnostics-report.ts'
import { findSession } from '../service/cli/discovery.ts'
import type { ShellLog } from './log.ts'
import type { Texts } from './texts.ts'

type DiagnosticsOptions = { dataDir: string; texts: Texts; log: ShellLog }

/** Saves the report where the person chooses, and shows it to be read before it is shared. */
export async function saveDiagnostics({ dataDir, texts, log }: DiagnosticsOptions): Promise<void> {
  const { filePath } = await dialog.showSaveDialog({
    title: texts.saveDiagnostics,
    defaultPath: 'earshot-diagnostics.json',
    filters: [{ name: 'JSON', extensions: ['json'] }],
  })
  if (!filePath) return
  try {
    await writeDiagnostics(filePath, { dataDir, session: await findSession(dataDir) })
    shell.showItemInFolder(filePath)
  } catch (error) {
    log.error('diagnostics could not be saved', error)
    dialog.showErrorBox(texts.diagnosticsFailed, error instanceof Error ? error.message : '')
  }
}
