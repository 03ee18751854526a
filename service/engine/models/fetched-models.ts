/** Records which models were downloaded, when, and from which host. For the owner to read. */
import { randomUUID } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'

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

/** The models downloaded into this folder, newest first. */
export async function readFetched(folder: string): Promise<Fetched[]> {
  const text = await readFile(path.join(folder, listName), 'utf8').catch(() => '[]')
  try {
    const list: unknown = JSON.parse(text)
    return Value.Check(Type.Array(Fetched), list) ? list : []
  } catch {
    // A truncated list is useless; start a new one.
    return []
  }
}

export async function noteFetched(folder: string, fetched: Omit<Fetched, 'at'>): Promise<void> {
  const entry = { ...fetched, at: new Date().toISOString() }
  const list = [entry, ...(await readFetched(folder))].slice(0, longestList)
  const file = path.join(folder, listName)
  const part = `${file}.${randomUUID()}.part`
  try {
    await writeFile(part, `${JSON.stringify(list, null, 2)}\n`, { mode: 0o600 })
    await rename(part, file)
  } finally {
    await rm(part, { force: true })
  }
}
