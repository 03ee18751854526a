import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import {
  checkWhole,
  markerName,
  newSealing,
  openSealing,
  readMarker,
  wasShutDown,
  writeMarker,
  type LibraryDatabaseKeys,
} from './database-marker.ts'
import { fsyncFolder } from './durable-fs.ts'
import { fsyncTree } from './fsync-tree.ts'
import { DatabaseDamaged, DatabaseNotClosed } from './open-errors.ts'
import { pageBytes } from './page-hole.ts'
import {
  openLog,
  openPage,
  sealedFormOf,
  sealedPageBytes,
  sealLog,
  sealPage,
  type DatabaseKeys,
} from './sealed-form.ts'

/** What opens the files as they are, and what seals them; without `seal` they become plain. */
export type Conversion = { open?: LibraryDatabaseKeys; seal?: LibraryDatabaseKeys }

type Keys = { open: DatabaseKeys | null; seal: DatabaseKeys | null }

/**
 * Copies the database in the folder `from` into the new folder `to`: encrypted, decrypted, or under other keys. Nothing in
 * `from` changes; once this resolves, everything in `to` is on the disk. Throws DatabaseNotClosed where the log still
 * holds what the tables lack, DatabaseKeysMismatch and DatabaseDamaged; what `to` then holds is no database.
 */
export async function convertDatabase(
  from: string,
  to: string,
  { open, seal }: Conversion,
  onProgress: (share: number) => void = () => {},
): Promise<void> {
  checkWhole(from)
  if (!wasShutDown(from)) throw new DatabaseNotClosed()
  const { sealed: _before, ...marker } = readMarker(from)
  const sealing = seal ? newSealing(seal) : null
  const keys: Keys = { open: openSealing(from, open), seal: sealing?.keys ?? null }
  await mkdir(to, { mode: 0o700 })
  const { folders, files } = await listTree(from)
  for (const folder of folders) await mkdir(path.join(to, folder), { mode: 0o700 })
  const total = files.reduce((sum, { bytes }) => sum + bytes, 1)
  let done = 0
  for (const file of files) {
    await convertFile(from, to, file, keys)
    onProgress((done += file.bytes) / total)
  }
  await fsyncTree(to)
  // Last: without it the folder is no database.
  await writeMarker(to, sealing ? { ...marker, sealed: sealing.sealed } : marker)
  fsyncFolder(to)
}

type Tree = { folders: string[]; files: { file: string; bytes: number }[] }

/** Without what only the process that wrote it could have read; folders before what is in them. */
async function listTree(from: string): Promise<Tree> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true })
  const tree: Tree = { folders: [], files: [] }
  for (const entry of entries) {
    const absolute = path.join(entry.parentPath, entry.name)
    const file = path.relative(from, absolute).replaceAll(path.sep, '/')
    const form = sealedFormOf(file)
    if (form === 'spill' || form === 'blank' || file === markerName) continue
    if (entry.isDirectory()) tree.folders.push(file)
    else tree.files.push({ file, bytes: (await stat(absolute)).size })
  }
  tree.folders.sort()
  return tree
}

type File = Tree['files'][number]

async function convertFile(from: string, to: string, { file, bytes: size }: File, keys: Keys) {
  const form = sealedFormOf(file)
  const unit = form === 'pages' && keys.open ? sealedPageBytes : pageBytes
  const convert = form === 'pages' ? convertPages : form === 'log' ? convertLog : null
  const [sourceFile, targetFile] = [path.join(from, file), path.join(to, file)]
  const created = { flag: 'wx', mode: 0o600 }
  if (size <= unit * unitsAtOnce) {
    // A database has hundreds of small files, for which opening streams takes longer than the conversion.
    const whole = await readFile(sourceFile)
    const units = whole.subarray(0, whole.length - (whole.length % unit))
    return writeFile(targetFile, convert ? convert(keys, file, 0, units) : whole, created)
  }
  const source = createReadStream(sourceFile, { highWaterMark: unit * unitsAtOnce })
  const target = createWriteStream(targetFile, { flags: created.flag, mode: created.mode })
  if (!convert) return pipeline(source, target)
  await pipeline(
    source,
    async function* (chunks: AsyncIterable<Buffer>) {
      let at = 0
      for await (const bytes of wholeUnits(chunks, unit)) {
        yield convert(keys, file, at / unit, bytes)
        at += bytes.length
      }
    },
    target,
  )
}

const unitsAtOnce = 128

/** The same bytes in multiples of a unit. What is left at the end was not written whole, and PostgreSQL does not count it. */
async function* wholeUnits(chunks: AsyncIterable<Buffer>, unit: number): AsyncGenerator<Buffer> {
  let held: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
    const whole = held.length - (held.length % unit)
    if (whole > 0) yield held.subarray(0, whole)
    held = held.subarray(whole)
  }
}

function convertPages({ open, seal }: Keys, file: string, first: number, bytes: Buffer): Buffer {
  const [unit, newUnit] = [open, seal].map((key) => (key ? sealedPageBytes : pageBytes)) as [
    number,
    number,
  ]
  const count = bytes.length / unit
  const converted = Buffer.alloc(count * newUnit)
  const opened = Buffer.alloc(pageBytes)
  for (let index = 0; index < count; index += 1) {
    const before = bytes.subarray(index * unit, (index + 1) * unit)
    const after = converted.subarray(index * newUnit, (index + 1) * newUnit)
    const block = first + index
    if (open && !openPage(open, [file, block], before, opened))
      throw new DatabaseDamaged(`page ${block} of ${file} cannot be decrypted`)
    const page = open ? opened : before
    if (seal) sealPage(seal, [file, block], page, after)
    else after.set(page)
  }
  return converted
}

function convertLog({ open, seal }: Keys, file: string, first: number, bytes: Buffer): Uint8Array {
  const at = first * pageBytes
  const plain = open ? openLog(open, [file, at], bytes) : bytes
  return seal ? sealLog(seal, [file, at], plain) : plain
}
