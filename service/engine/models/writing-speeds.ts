/** How fast the language models of a folder were when they were measured on this machine. */
import path from 'node:path'
import { Type, type Static } from 'typebox'
import { readJsonFile, writeJsonFile } from '../../core/private-file.ts'

const Measured = Type.Object({
  read_tokens_per_second: Type.Number(),
  written_tokens_per_second: Type.Number(),
  measured_at: Type.String(),
})
const Speeds = Type.Record(Type.String(), Measured)
export type MeasuredSpeed = Static<typeof Measured>

const listName = 'speeds.json'

/** By the id of the model; a list that is cut is useless, and begun anew. */
export const readSpeeds = async (
  folder: string,
): Promise<Readonly<Record<string, MeasuredSpeed>>> =>
  (await readJsonFile(Speeds, path.join(folder, listName))) ?? {}

export async function noteSpeed(folder: string, id: string, speed: MeasuredSpeed): Promise<void> {
  const speeds = { ...(await readSpeeds(folder)), [id]: speed }
  await writeJsonFile(path.join(folder, listName), speeds)
}

/** Choice: the tokens of an hour of talk, and of one long answer about it (writing/layout.ts). */
const passages = { read: 13_000, written: 900 }
/** The same where all of it is read and each statement judged (reading/); of eight meetings the mean. */
const whole = { read: 19_000, written: 1_400 }

/** About how long an analysis of an hour of talk takes. */
export function minutesPerHour(speed: MeasuredSpeed, readsWhole: boolean): number {
  const hour = readsWhole ? whole : passages
  const seconds =
    hour.read / speed.read_tokens_per_second + hour.written / speed.written_tokens_per_second
  return Math.round(seconds / 6) / 10
}
