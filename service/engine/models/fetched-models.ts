/** Records which models were downloaded, when, and from which host. For the owner to read. */
import path from 'node:path'
import { Type, type Static } from 'typebox'
import { readJsonFile, writeJsonFile } from '../../core/private-file.ts'

const Fetched = Type.Object({
  id: Type.String(),
  /** Null if pip chose the server. */
  host: Type.Union([Type.String(), Type.Null()]),
  bytes: Type.Integer(),
  at: Type.String(),
})
export type Fetched = Static<typeof Fetched>

const listName = 'fetched.json'

/** More than anybody installs; the oldest entries are dropped. */
const longestList = 200

/** The models downloaded into this folder, newest first; a truncated list is useless, and begun anew. */
export const readFetched = async (folder: string): Promise<Fetched[]> =>
  (await readJsonFile(Type.Array(Fetched), path.join(folder, listName))) ?? []

export async function noteFetched(folder: string, fetched: Omit<Fetched, 'at'>): Promise<void> {
  const entry = { ...fetched, at: new Date().toISOString() }
  const list = [entry, ...(await readFetched(folder))].slice(0, longestList)
  await writeJsonFile(path.join(folder, listName), list)
}
