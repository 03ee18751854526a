import { isFoundInFolders } from 'earshot/client'

type LeftOutReason = 'type' | 'empty' | 'large' | 'unreadable'
export type LeftOut = { name: string; reason: LeftOutReason }
export type Gathered = { files: File[]; leftOut: LeftOut[] }

const mostBytes = 5_000_000_000 // api-choices.md 12

/** Files picked one by one; the service finds out whether each is a recording. */
export const ofChosen = (files: readonly File[]): Gathered =>
  gather(files.map((file) => ({ file, name: file.name, isChosen: true })))

/** The files a browser lists for a chosen folder. */
export const ofFolder = (files: readonly File[]): Gathered =>
  gather(
    files.map((file) => ({ file, name: file.webkitRelativePath || file.name, isChosen: false })),
  )

/**
 * Dropped files and folders; folders are read recursively. Must be called while the drop is being
 * handled, because the browser discards the data right afterwards.
 */
export async function ofDrop(data: DataTransfer): Promise<Gathered> {
  const items = [...data.items].filter(({ kind }) => kind === 'file')
  const entries = items.map((item) => item.webkitGetAsEntry())
  const plain = [...data.files]
  if (entries.some((entry) => entry === null)) return ofChosen(plain)
  const found: Found[] = []
  const leftOut: LeftOut[] = []
  for (const entry of entries) if (entry) await walk(entry, { found, leftOut, depth: 0 })
  const gathered = gather(found)
  return { files: gathered.files, leftOut: [...gathered.leftOut, ...leftOut] }
}

type Found = { file: File; name: string; isChosen: boolean }
type Walk = { found: Found[]; leftOut: LeftOut[]; depth: number }

async function walk(entry: FileSystemEntry, { found, leftOut, depth }: Walk): Promise<void> {
  const name = entry.fullPath.replace(/^\//, '')
  try {
    if (isFileEntry(entry)) {
      found.push({ file: await fileOf(entry), name, isChosen: depth === 0 })
      return
    }
    if (!isFolderEntry(entry)) return
    for (const inner of await entriesOf(entry)) {
      await walk(inner, { found, leftOut, depth: depth + 1 })
    }
  } catch {
    leftOut.push({ name, reason: 'unreadable' })
  }
}

const isFileEntry = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolderEntry = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry =>
  entry.isDirectory

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject))

/** A reader returns entries in batches, and an empty batch at the end. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0) return all.toSorted((one, two) => one.name.localeCompare(two.name))
    all.push(...some)
  }
}

function gather(found: readonly Found[]): Gathered {
  const files: File[] = []
  const leftOut: LeftOut[] = []
  for (const { file, name, isChosen } of found) {
    // Skip files that systems and programs leave in folders; nobody misses them.
    if (!isChosen && isHidden(name)) continue
    const reason = reasonAgainst(file, isChosen)
    if (reason) leftOut.push({ name, reason })
    else files.push(file)
  }
  return { files, leftOut }
}

const isHidden = (path: string): boolean =>
  path.split('/').some((part) => part.startsWith('.')) ||
  /(^|\/)(Thumbs\.db|desktop\.ini)$/i.test(path)

function reasonAgainst({ name, size }: File, isChosen: boolean): LeftOutReason | undefined {
  if (!isChosen && !isFoundInFolders(name)) return 'type'
  if (size === 0) return 'empty'
  return size > mostBytes ? 'large' : undefined
}

/** Identifies a file without reading it. */
export const fingerprint = ({ name, size, lastModified }: File): string =>
  JSON.stringify([name, size, lastModified])

/** Splits files into new ones and those already added, in this batch or earlier. */
export function splitKnown(
  known: ReadonlySet<string>,
  files: readonly File[],
): { fresh: File[]; again: File[] } {
  const seen = new Set(known)
  const [fresh, again]: [File[], File[]] = [[], []]
  for (const file of files) {
    const print = fingerprint(file)
    if (seen.has(print)) again.push(file)
    else fresh.push(file)
    seen.add(print)
  }
  return { fresh, again }
}
