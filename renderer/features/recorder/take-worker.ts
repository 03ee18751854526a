/** Writes one take to this origin's private files as it comes: what was answered is on the disk. */
import { makeSeekable } from './make-seekable.ts'
import { newestSlot, type Take } from './take.ts'

export type TakeRequest =
  | { op: 'open'; id: string }
  | { op: 'append'; bytes: ArrayBuffer }
  | { op: 'save'; take: Take }
  | { op: 'make-seekable' }
  | { op: 'close' }
export type TakeMessage = { number: number; request: TakeRequest }
export type TakeAnswer = { number: number; value: number } | { number: number; error: Error }

/** Not in the types of a page: only workers have it. */
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
  const all = await root.getDirectoryHandle('recordings', { create: true })
  folder = await all.getDirectoryHandle(id, { create: true })
  slots = [await openFile('take-a.json'), await openFile('take-b.json')]
  sound = await openFile('sound')
  edition = newestSlot(slots.map(readText))?.edition ?? 0
  return sound.getSize()
}

async function openFile(name: string): Promise<SyncHandle> {
  if (!folder) throw new Error('No take is open.')
  const handle = await folder.getFileHandle(name, { create: true })
  // What a worker has and the page's types lack.
  return (handle as SyncFile).createSyncAccessHandle()
}

function readText(file: SyncHandle): string {
  const bytes = new Uint8Array(file.getSize())
  file.read(bytes, { at: 0 })
  return new TextDecoder().decode(bytes)
}

/** Puts the bytes down at a place, whole or not at all. */
function write(file: SyncHandle, bytes: Uint8Array, at: number): void {
  if (file.write(bytes, { at }) === bytes.byteLength) return
  file.truncate(at)
  throw new DOMException('The disk took only a part.', 'QuotaExceededError')
}

function append(bytes: ArrayBuffer): number {
  if (!sound) throw new Error('No take is open.')
  write(sound, new Uint8Array(bytes), sound.getSize())
  sound.flush()
  return sound.getSize()
}

function save(take: Take): number {
  const next = edition + 1
  const file = slots[next % slots.length]
  if (!file) throw new Error('No take is open.')
  const bytes = new TextEncoder().encode(JSON.stringify({ edition: next, take }))
  // Until the last byte is there, the other slot is the newest whole one; it stays that where this
  // one cannot be written, because the next try is for the same slot.
  write(file, bytes, 0)
  file.truncate(bytes.byteLength)
  file.flush()
  edition = next
  return edition
}

/** Rewrites the sound beside itself with a length and an index. Returns its seconds. */
async function rewrite(): Promise<number> {
  sound?.close()
  sound = null
  if (!folder) throw new Error('No take is open.')
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

function answer(request: TakeRequest): Promise<number> | number {
  if (request.op === 'open') return open(request.id)
  if (request.op === 'append') return append(request.bytes)
  if (request.op === 'save') return save(request.take)
  if (request.op === 'make-seekable') return rewrite()
  return close()
}

let last: Promise<unknown> = Promise.resolve()

self.addEventListener('message', ({ data }: MessageEvent<TakeMessage>) => {
  const { number, request } = data
  last = last
    .then(() => answer(request))
    .then((value) => send({ number, value }))
    .catch((error: unknown) =>
      send({ number, error: error instanceof Error ? error : new Error(String(error)) }),
    )
})

const send = (message: TakeAnswer) => self.postMessage(message, { transfer: [] })
