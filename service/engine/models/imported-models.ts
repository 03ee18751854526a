/** The list of what the owner imported: entries like those of the catalogue, beside the weights. */
import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { importedListName, readImported, type Model } from './catalogue.ts'

/** Adds an entry, in the place of one with the same id. */
export const addImported = (folder: string, model: Model): Promise<void> =>
  changeList(folder, model.id, [model])

export async function removeImported(folder: string, id: string): Promise<void> {
  const isListed = (await readImported(folder)).some((model) => model.id === id)
  if (isListed) await changeList(folder, id, [])
}

/** The new list appears in one step. */
async function changeList(folder: string, id: string, added: readonly Model[]): Promise<void> {
  await mkdir(folder, { recursive: true })
  const others = (await readImported(folder)).filter((model) => model.id !== id)
  const list = path.join(folder, importedListName)
  const part = `${list}.${randomUUID()}.part`
  const text = `${JSON.stringify({ models: [...others, ...added] }, null, 2)}\n`
  try {
    await writeFile(part, text, { mode: 0o600 })
    await rename(part, list)
  } finally {
    await rm(part, { force: true })
  }
}
