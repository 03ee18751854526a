/**
 * Entry of the process that makes a backup from the order in the file that it is given. In a process of its
 * own, at low priority, so that requests are answered as quickly meanwhile; its end gives the memory back.
 */
import { readFile } from 'node:fs/promises'
import os from 'node:os'
import { Value } from 'typebox/value'
import { isFullDisk } from '../core/full-disk.ts'
import { createLog } from '../core/log.ts'
import { BackupOrder, makeBackup } from './make-backup.ts'

const answer = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`)

// Below the engines (2), which somebody waits for; at the lowest, a busy machine would never let it end.
os.setPriority(5)
try {
  const order = Value.Parse(BackupOrder, JSON.parse(await readFile(process.argv[2] ?? '', 'utf8')))
  await makeBackup(order, createLog('silent'), (progress) => answer({ progress }))
  answer({ ok: true })
} catch (error) {
  answer({ ok: false, is_full_disk: isFullDisk(error), message: String(error) })
}
// The threads of the databases keep it alive, so exit once stdout is flushed.
process.stdout.write('', () => process.exit(0))
