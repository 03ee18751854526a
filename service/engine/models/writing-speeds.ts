/** How fast the language models of a folder were when they were measured on this machine. */
import { randomUUID } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'

const Measured = Type.Object({
  read_tokens_per_second: Type.Number(),
  written_tokens_per_second: Type.Number(),
  measured_at: Type.String(),
})
const Speeds = Type.Record(Type.String(), Measured)
export type MeasuredSpeed = Static<typeof Measured>

const listName = 'speeds.json'

/** By the id of the model; a list that is cut is useless, and begun anew. */
export async function readSpeeds(folder: string): Promise<Readonly<Record<string, MeasuredSpeed>>> {
  const text = await readFile(path.join(folder, listName), 'utf8').catch(() => '{}')
  try {
    const speeds: unknown = JSON.parse(text)
    return Value.Check(Speeds, speeds) ? speeds : {}
  } catch {
    return {}
  }
}

export async function noteSpeed(folder: string, id: string, speed: MeasuredSpeed): Promise<void> {
  const speeds = { ...(await readSpeeds(folder)), [id]: speed }
  const file = path.join(folder, listName)
  const part = `${file}.${randomUUID()}.part`
  try {
    await writeFile(part, `${JSON.stringify(speeds, null, 2)}\n`, { mode: 0o600 })
    await rename(part, file)
  } finally {
    await rm(part, { force: true })
  }
}

/** Choice: the tokens of an hour of talk, and of one long answer about it (writing/layout.ts). */
const hour = { read: 13_000, written: 900 }

/** About how long an analysis of an hour of talk takes. */
export const minutesPerHour = (speed: MeasuredSpeed): number =>
  Math.round(
    (hour.read / speed.read_tokens_per_second + hour.written / speed.written_tokens_per_second) / 6,
  ) / 10
