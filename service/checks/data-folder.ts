import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../config.ts'
import { freeBytesOf } from '../core/free-bytes.ts'
import { failed, ok, reasonOf, warning, type Finding } from './finding.ts'

/** Choice: a recording of ten hours, decoded. */
const roomBytes = 2 << 30

/** Whether this user can write into it, and how much. */
export async function checkDataFolder({ dataDir }: Config): Promise<Finding> {
  const probe = path.join(dataDir, `check-${randomUUID()}.part`)
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    await writeFile(probe, 'probe')
    await rm(probe)
  } catch (error) {
    return failed(
      `${dataDir} cannot be written (${reasonOf(error)})`,
      'Give it to the user that the service runs as, or name another in EARSHOT_DATA_DIR.',
    )
  }
  const free = await freeBytesOf(dataDir)
  const text = `${dataDir}, ${(free / 1e9).toFixed(1)} GB free`
  return free > roomBytes ? ok(text) : warning(text, 'Make room: sound is decoded in it.')
}
