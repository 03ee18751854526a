import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { Header } from 'tar'
import { readMigrations } from './migrate.ts'

/**
 * A database that was made and migrated ahead of time, at install or when the app is packed, so that
 * a first start copies 600 small files instead of running initdb and every migration.
 */

/** To be raised when initialise.ts or pglite-worker.ts makes its files in another way. */
const format = 1
const manifestName = 'template.json'
/** Open files at once while copying: enough to keep a disk busy, far from any limit. */
const concurrency = 16

type Entry = { path: string; bytes: number; sha256: string }
type Manifest = { folders: string[]; files: Entry[] }
/** A template's folders, and its files, which `read` compares with their hashes. */
type Template = Manifest & { read: (entry: Entry) => Promise<Buffer> }

/** The template cannot be used; the caller makes a new database instead. */
export class TemplateUnusable extends Error {
  override name = 'TemplateUnusable'
}

/**
 * The template's folder below `root`. Its name is a hash of what it is made from: a new version of
 * PGlite or a new migration asks for another folder.
 */
export async function templateFolder(root: string): Promise<string> {
  const require = createRequire(import.meta.url)
  const hash = createHash('sha256').update(`format ${format}`)
  for (const name of ['@electric-sql/pglite', '@electric-sql/pglite-pgvector']) {
    hash.update(`${name} ${await readPackageVersion(require.resolve(name), name)}`)
  }
  for (const { name, sha256 } of await readMigrations()) hash.update(`${name} ${sha256}`)
  return path.join(root, hash.digest('hex').slice(0, 16))
}

/** The nearest package.json above a module's entry: packages need not export theirs. */
async function readPackageVersion(entry: string, name: string): Promise<string> {
  for (let folder = path.dirname(entry); folder !== path.dirname(folder);) {
    const file = path.join(folder, 'package.json')
    if (existsSync(file)) {
      const found = JSON.parse(await readFile(file, 'utf8')) as { name?: string; version: string }
      if (found.name === name) return found.version
    }
    folder = path.dirname(folder)
  }
  throw new Error(`The version of ${name} was not found.`)
}

/**
 * Makes the template below `root` unless it is there. Others for earlier versions are removed.
 * @param make fills an empty folder with a migrated and closed database
 */
export async function makeTemplate(
  root: string,
  make: (emptyFolder: string) => Promise<void>,
): Promise<'made' | 'present'> {
  const target = await templateFolder(root)
  if (existsSync(path.join(target, manifestName))) return 'present'
  await mkdir(root, { recursive: true })
  const draft = `${target}.${process.pid}.part`
  await rm(draft, { recursive: true, force: true })
  try {
    await mkdir(path.join(draft, 'database'), { recursive: true, mode: 0o700 })
    await make(path.join(draft, 'database'))
    const manifest = await describe(path.join(draft, 'database'))
    await writeFile(path.join(draft, manifestName), JSON.stringify(manifest))
    await removeOthers(root, target)
    // Two installs at once may get here: either result is as good.
    await rename(draft, target).catch((error: unknown) => {
      if (!existsSync(path.join(target, manifestName))) throw error
    })
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  return 'made'
}

async function removeOthers(root: string, target: string): Promise<void> {
  for (const name of await readdir(root)) {
    const isOlder = /^[0-9a-f]{16}$/.test(name) && name !== path.basename(target)
    if (isOlder) await rm(path.join(root, name), { recursive: true, force: true })
  }
}

async function describe(folder: string): Promise<Manifest> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const relative = (entry: (typeof entries)[number]): string =>
    path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/')
  const files = entries.filter((entry) => entry.isFile()).map(relative)
  return {
    folders: entries.filter((entry) => entry.isDirectory()).map(relative),
    files: await Promise.all(
      files.toSorted().map(async (file) => {
        const bytes = await readFile(path.join(folder, file))
        return { path: file, bytes: bytes.length, sha256: sha256(bytes) }
      }),
    ),
  }
}

/**
 * Copies the template below `root` into an empty folder, comparing every file with its hash. Throws
 * TemplateUnusable where there is none or it is damaged; the folder may then hold some files.
 */
export function copyTemplate(root: string, emptyFolder: string): Promise<void> {
  return useTemplate(root, async ({ folders, files, read }) => {
    for (const folder of folders) {
      await mkdir(path.join(emptyFolder, folder), { recursive: true, mode: 0o700 })
    }
    const waiting = files.values()
    const copyFrom = async (): Promise<void> => {
      for (const entry of waiting) {
        await writeFile(path.join(emptyFolder, entry.path), await read(entry), { mode: 0o600 })
      }
    }
    const copies = Array.from({ length: concurrency }, copyFrom)
    // All have ended before the caller may empty the folder; then the first failure is told.
    await Promise.allSettled(copies)
    await Promise.all(copies)
  })
}

/**
 * The template below `root` as a tar file, from which a database in memory starts. Throws TemplateUnusable where there
 * is none or it is damaged.
 */
export function packTemplate(root: string): Promise<Buffer> {
  return useTemplate(root, async ({ folders, files, read }) => {
    const parts = folders.map((folder) => tarHeader({ path: `${folder}/`, type: 'Directory' }))
    for (const entry of files) {
      const bytes = await read(entry)
      parts.push(tarHeader({ path: entry.path, type: 'File', size: bytes.length }), bytes)
      parts.push(Buffer.alloc(-bytes.length & (tarBlockBytes - 1)))
    }
    return Buffer.concat([...parts, Buffer.alloc(2 * tarBlockBytes)])
  })
}

const tarBlockBytes = 512

function tarHeader(data: { path: string; type: 'File' | 'Directory'; size?: number }): Buffer {
  const header = new Header({ mode: 0o700, uid: 0, gid: 0, size: 0, mtime: new Date(), ...data })
  if (header.encode() || !header.block) throw new Error(`${data.path} does not fit into a tar.`)
  return header.block
}

async function useTemplate<T>(root: string, use: (template: Template) => Promise<T>): Promise<T> {
  const source = await templateFolder(root)
  const read = async (entry: Entry): Promise<Buffer> => {
    const bytes = await readFile(path.join(source, 'database', entry.path))
    if (bytes.length !== entry.bytes || sha256(bytes) !== entry.sha256) {
      throw new TemplateUnusable(`${source}: ${entry.path} is damaged`)
    }
    return bytes
  }
  try {
    const manifest = JSON.parse(await readFile(path.join(source, manifestName), 'utf8')) as Manifest
    return await use({ ...manifest, read })
  } catch (error) {
    if (error instanceof TemplateUnusable) throw error
    throw new TemplateUnusable(`${source}: ${(error as Error).message}`, { cause: error })
  }
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
