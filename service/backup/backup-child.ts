/**
 * Entry of the process that makes a backup from the order that it is sent, as it may hold keys. In a process of its
 * own, at low priority, so that requests are answered as quickly meanwhile; its end gives the memory back.
 */
import os from 'node:os'
import { Value } from 'typebox/value'
import { isFullDisk } from '../core/full-disk.ts'
import { createLog } from '../core/log.ts'
import { BackupOrder, makeBackup } from './make-backup.ts'

const answer = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`)

// Below the engines (2), which somebody waits for; at the lowest, a busy machine would never let it end.
os.setPriority(5)
process.once('message', (order) => void make(order))

async function make(order: unknown): Promise<void> {
  try {
    const read = Value.Parse(BackupOrder, order)
    await makeBackup(read, createLog('silent'), (progress) => answer({ progress }))
    answer({ ok: true })
  } catch (error) {
    answer({ ok: false, is_full_disk: isFullDisk(error), message: String(error) })
  }
  // The threads of the databases keep it alive, so exit once stdout is flushed.
  process.stdout.write('', () => process.exit(0))
}
