import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { convertDatabase } from '../../service/db/convert-database.ts'
import { temporaryFolder } from './folders.ts'
import { testKeys } from './library-keys.ts'
import { migratedDataFolder, sharedDataFolder } from './prepared-data.ts'

/** A data folder with an encrypted database, closed and, unless it is migrated, without any table; gone after the test. */
export async function sealedDataFolder({ isMigrated = false } = {}): Promise<string> {
  const dataDir = await temporaryFolder()
  await sealInto(dataDir, isMigrated ? await migratedDataFolder() : await sharedDataFolder())
  return dataDir
}

/** The same in an empty folder, of the database of another data folder. */
export async function sealInto(dataDir: string, from: string): Promise<void> {
  const plain = path.join(from, 'database')
  await convertDatabase(plain, path.join(dataDir, 'database'), { seal: testKeys })
  await writeFile(path.join(dataDir, 'database.made'), '')
  await mkdir(path.join(dataDir, 'recordings'))
}

/** Which of the words are found in the bytes or names of the files below a folder: `word in path`. */
export async function findWords(folder: string, words: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name)
    const bytes = entry.isFile() ? await readFile(file) : Buffer.alloc(0)
    for (const word of words) {
      if (bytes.includes(word) || entry.name.includes(word)) found.push(`${word} in ${file}`)
    }
  }
  return found
}
