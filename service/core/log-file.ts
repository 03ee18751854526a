import { mkdir } from 'node:fs/promises'
import path from 'node:path'

/** The folder for the logs of service and shell: `logs/` in the data folder. */
export const logFolder = (dataDir: string): string => path.join(dataDir, 'logs')

type LogFileOptions = {
  /** Size in bytes at which a new file is started. */
  fileBytes: number
  /** How many files to keep; the oldest are deleted. */
  fileCount: number
}

const usualOptions: LogFileOptions = { fileBytes: 5_000_000, fileCount: 5 }

export type LogFile = {
  write: (line: string) => void
  /** Resolves once the file is open or has failed to open. */
  opened: Promise<void>
}

/**
 * Opens a rotated log file that only its owner can read (mode 0600). Returns at once: loading
 * pino-roll takes up to 150 ms, so early lines are buffered in memory. If the folder is not
 * writable, lines are dropped; they still go to stderr.
 */
export function openLogFile(dataDir: string, options = usualOptions): LogFile {
  let waiting: string[] | null = []
  let write = (line: string): void => void waiting?.push(line)
  const open = async (): Promise<void> => {
    try {
      const file = await openRotated(logFolder(dataDir), options)
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

async function openRotated(folder: string, { fileBytes, fileCount }: LogFileOptions) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const { default: roll } = await import('pino-roll')
  const file = await roll({
    file: path.join(folder, 'service'),
    extension: 'log',
    size: `${fileBytes}b`,
    limit: { count: fileCount, removeOtherLogFiles: true },
    mkdir: true,
    mode: 0o600,
    // Synchronous, because the last lines before a crash are the ones that matter.
    sync: true,
  })
  // A full disk must not crash the service; stderr still gets the line.
  file.on('error', () => {})
  return file
}
