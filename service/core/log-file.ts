import { mkdir } from 'node:fs/promises'
import path from 'node:path'

/** Where service and shell write their logs: `logs/` in the data folder. */
export const logFolder = (dataDir: string): string => path.join(dataDir, 'logs')

/** At most 25 MB: five files of some 5 MB, the oldest of which is deleted when a sixth is due. */
const fileSize = '5m'
const fileCount = 5

export type LogFile = {
  write: (line: string) => void
  /** Resolves once lines reach the file, or it is clear that they never will. */
  opened: Promise<void>
}

/**
 * A rotated log file for its owner only (mode 0600). Returns at once: loading the rotation takes up to
 * 150 ms, so early lines wait in memory. Where the folder cannot be written, the lines are dropped;
 * they are on stderr, too.
 */
export function openLogFile(dataDir: string): LogFile {
  let waiting: string[] | null = []
  let write = (line: string): void => void waiting?.push(line)
  const open = async (): Promise<void> => {
    try {
      const file = await openRotated(logFolder(dataDir))
      write = (line) => void file.write(line)
      for (const line of waiting ?? []) write(line)
    } catch {
      write = () => {}
    }
    waiting = null
  }
  const opened = open()
  return { write: (line) => write(line), opened }
}

async function openRotated(folder: string) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const { default: roll } = await import('pino-roll')
  const file = await roll({
    file: path.join(folder, 'service'),
    extension: 'log',
    size: fileSize,
    limit: { count: fileCount, removeOtherLogFiles: true },
    mkdir: true,
    mode: 0o600,
    // The last lines before a crash are the ones that matter.
    sync: true,
  })
  // A full disk must not end the service; stderr still has the line.
  file.on('error', () => {})
  return file
}
