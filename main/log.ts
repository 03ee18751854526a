import electronLog from 'electron-log/node.js'
import path from 'node:path'
import { logFolder } from '../service/core/log-file.ts'

/** The shell's log; the service logs to a separate file. */
export type ShellLog = {
  info: (text: string) => void
  error: (text: string, error?: unknown) => void
}

const fileBytes = 1_000_000 // one current file and one older one, shell.old.log

/** Logs to `logs/shell.log` in the data folder (mode 0600) and to the console. */
export function openShellLog(dataDir: string): ShellLog {
  const log = electronLog.create({ logId: 'shell' })
  const { file } = log.transports
  file.resolvePathFn = () => path.join(logFolder(dataDir), 'shell.log')
  file.maxSize = fileBytes
  file.writeOptions = { flag: 'a', mode: 0o600, encoding: 'utf8' }
  return {
    info: (text) => log.info(text),
    error: (text, error) => (error === undefined ? log.error(text) : log.error(text, error)),
  }
}
