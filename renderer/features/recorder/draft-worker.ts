/** Writes one draft to the origin private file system; each answered write is on disk. */
import { makeSeekable } from './make-seekable.ts'
import {
  layout,
  newestSlot,
  oldLayout,
  type DraftRecording,
  type Layout,
} from './draft-recording.ts'

export type DraftRequest =
  | { op: 'open'; id: string }
  | { op: 'append'; bytes: ArrayBuffer }
  | { op: 'save'; draft: DraftRecording }
  | { op: 'make-seekable' }
  | { op: 'close' }
export type DraftMessage = { number: number; request: DraftRequest }
export type DraftAnswer = { number: number; value: number } | { number: number; error: Error }

/** Only workers have this API, so the page's types lack it. */
type SyncHandle = {
  getSize: () => number
  read: (bytes: Uint8Array, at: { at: number }) => number
  write: (bytes: Uint8Array, at: { at: number }) => number
  truncate: (size: number) => void
  flush: () => void
  close: () => void
}
type SyncFile = FileSystemFileHandle & { createSyncAccessHandle: () => Promise<SyncHandle> }

let folder: FileSystemDirectoryHandle | null = null
let sound: SyncHandle | null = null
let slots: SyncHandle[] = []
let edition = 0

async function open(id: string): Promise<number> {
  const root = await navigator.storage.getDirectory()
  const own = (await has(root, oldLayout, id)) ? oldLayout : layout
  const all = await root.getDirectoryHandle(own.folder, { create: true })
  folder = await all.getDirectoryHandle(id, { create: true })
  slots = []
  for (const name of own.slots) slots.push(await openFile(name))
  sound = await openFile('sound')
  edition = newestSlot(slots.map(readText))?.edition ?? 0
  return sound.getSize()
}

const has = (root: FileSystemDirectoryHandle, { folder: name }: Layout, id: string) =>
  root
    .getDirectoryHandle(name)
    .then((all) => all.getDirectoryHandle(id))
    .then(
      () => true,
      () => false,
    )

async function openFile(name: string): Promise<SyncHandle> {
  if (!folder) throw new Error('No draft is open.')
  const handle = await folder.getFileHandle(name, { create: true })
  // Workers have this method; the page's types lack it.
  return (handle as SyncFile).createSyncAccessHandle()
}

function readText(file: SyncHandle): string {
  const bytes = new Uint8Array(file.getSize())
  file.read(bytes, { at: 0 })
  return new TextDecoder().decode(bytes)
}

/** Writes all of the bytes at an offset, or none. */
function write(file: SyncHandle, bytes: Uint8Array, at: number): void {
  if (file.write(bytes, { at }) === bytes.byteLength) return
  file.truncate(at)
  throw new DOMException('The disk took only a part.', 'QuotaExceededError')
}

function append(bytes: ArrayBuffer): number {
  if (!sound) throw new Error('No draft is open.')
  write(sound, new Uint8Array(bytes), sound.getSize())
  sound.flush()
  return sound.getSize()
}

function save(draft: DraftRecording): number {
  const next = edition + 1
  const file = slots[next % slots.length]
  if (!file) throw new Error('No draft is open.')
  const bytes = new TextEncoder().encode(JSON.stringify({ edition: next, draft }))
  // The other slot remains the newest complete one until the last byte is written. That holds even
  // if this write fails, because the next attempt reuses the same slot.
  write(file, bytes, 0)
  file.truncate(bytes.byteLength)
  file.flush()
  edition = next
  return edition
}

/** Copies the sound into a file with a duration and an index. Returns its length in seconds. */
async function rewrite(): Promise<number> {
  sound?.close()
  sound = null
  if (!folder) throw new Error('No draft is open.')
  const given = await (await folder.getFileHandle('sound')).getFile()
  const target = await openFile('seekable')
  try {
    target.truncate(0)
    const seconds = await makeSeekable(given, (bytes, at) => write(target, bytes, at))
    target.flush()
    return seconds
  } finally {
    target.close()
  }
}

function close(): number {
  for (const file of [sound, ...slots]) file?.close()
  sound = null
  slots = []
  return 0
}

function answer(request: DraftRequest): Promise<number> | number {
  if (request.op === 'open') return open(request.id)
  if (request.op === 'append') return append(request.bytes)
  if (request.op === 'save') return save(request.draft)
  if (request.op === 'make-seekable') return rewrite()
  return close()
}

let last: Promise<unknown> = Promise.resolve()

self.addEventListener('message', ({ data }: MessageEvent<DraftMessage>) => {
  const { number, request } = data
  last = last
    .then(() => answer(request))
    .then((value) => send({ number, value }))
    .catch((error: unknown) =>
      send({ number, error: error instanceof Error ? error : new Error(String(error)) }),
    )
})

const send = (message: DraftAnswer) => self.postMessage(message, { transfer: [] })
