import {
  fileNameOf,
  layout,
  newestSlot,
  oldLayout,
  type DraftRecording,
  type Layout,
} from './draft-recording.ts'

/**
 * Draft recordings in the origin private file system: running, interrupted or not submitted yet.
 */

/** Null if the browser has no file storage, or if this layout has never been used. */
async function openFolder({ folder }: Layout): Promise<FileSystemDirectoryHandle | null> {
  try {
    const root = await navigator.storage.getDirectory()
    return await root.getDirectoryHandle(folder)
  } catch {
    return null
  }
}

/** All drafts except those that a window is working on, oldest first. */
export async function listDrafts(): Promise<DraftRecording[]> {
  const drafts = [...(await listIn(layout)), ...(await listIn(oldLayout))]
  return drafts.toSorted((a, b) => a.started_at.localeCompare(b.started_at))
}

async function listIn(given: Layout): Promise<DraftRecording[]> {
  const folder = await openFolder(given)
  if (!folder) return []
  // The DOM types lack async iteration of directories.
  const ids = await Array.fromAsync(
    (folder as FileSystemDirectoryHandle & IterableDirectory).keys(),
  )
  // Read after the folders, because a draft is locked before its folder is created.
  const locked = await lockedDrafts()
  const drafts: DraftRecording[] = []
  for (const id of ids) {
    const draft = locked.has(id) ? null : await readDraft(given, id)
    if (draft) drafts.push(draft)
  }
  return drafts
}
type IterableDirectory = { keys: () => AsyncIterable<string> }

/** The draft in a folder. Deletes a draft without any sound. */
async function readDraft(given: Layout, id: string): Promise<DraftRecording | null> {
  try {
    const parent = await openFolder(given)
    const folder = await parent?.getDirectoryHandle(id)
    if (!folder) return null
    const texts = await Promise.all(
      given.slots.map(async (name) => (await fileIn(folder, name))?.text()),
    )
    const slot = newestSlot(texts.flatMap((text) => text ?? []))
    const sound = await fileIn(folder, 'sound')
    if (sound && sound.size > 0) return slot?.draft ?? namelessDraft(id, sound)
    await parent?.removeEntry(id, { recursive: true })
  } catch {
    // Another window has just removed or opened it.
  }
  return null
}

/** For sound whose metadata was lost in both slots; it is offered all the same. */
const namelessDraft = (id: string, { lastModified }: File): DraftRecording => ({
  id,
  name: '',
  // Empty: the person is asked for a project.
  project_id: '',
  started_at: new Date(lastModified).toISOString(),
  channels: 1,
  mime_type: 'audio/webm;codecs=opus',
  seconds: 0,
  notes: '',
  line_times: [],
  markers: [],
  is_seekable: false,
  content_id: null,
})

/** The draft as it is stored now; null if it no longer exists. */
export const findDraft = async (id: string): Promise<DraftRecording | null> =>
  (await readDraft(layout, id)) ?? readDraft(oldLayout, id)

/** The sound of a draft as a file with the draft's name. Throws if it is gone. */
export async function openSound(draft: DraftRecording): Promise<File> {
  const name = draft.is_seekable ? 'seekable' : 'sound'
  const sound =
    (await soundIn(layout, draft.id, name)) ?? (await soundIn(oldLayout, draft.id, name))
  if (!sound) throw new Error('The sound of this recording is no longer on this device.')
  const [type = ''] = draft.mime_type.split(';')
  return new File([sound], fileNameOf(draft), { type })
}

async function soundIn(given: Layout, id: string, name: string): Promise<File | null> {
  const parent = await openFolder(given)
  const folder = await parent?.getDirectoryHandle(id).catch(() => null)
  return folder ? fileIn(folder, name) : null
}

const fileIn = (folder: FileSystemDirectoryHandle, name: string): Promise<File | null> =>
  folder
    .getFileHandle(name)
    .then((handle) => handle.getFile())
    .catch(() => null)

export async function removeDraft(id: string): Promise<void> {
  for (const given of [layout, oldLayout]) {
    const parent = await openFolder(given)
    await parent?.removeEntry(id, { recursive: true }).catch(() => {
      // It is already gone, or the next listing removes it.
    })
  }
}

/** Asks the browser not to evict recordings when storage runs low. */
export const askToPersist = (): Promise<boolean> => navigator.storage.persist().catch(() => false)

async function lockedDrafts(): Promise<Set<string>> {
  const { held = [] } = await navigator.locks.query()
  return new Set(
    held.flatMap(({ name = '' }) =>
      [layout, oldLayout].flatMap(({ lock }) =>
        name.startsWith(lock) ? name.slice(lock.length) : [],
      ),
    ),
  )
}

/**
 * Runs `work` while no other window can touch this draft; false if another one already does. Takes
 * the locks of both layouts, because a window of an older version may still be open.
 */
export const withDraftLock = (id: string, work: () => Promise<void>): Promise<boolean> =>
  whileLocked(layout.lock + id, () =>
    whileLocked(oldLayout.lock + id, async () => {
      await work()
      return true
    }),
  )

const whileLocked = (name: string, work: () => Promise<boolean>): Promise<boolean> =>
  navigator.locks.request(name, { ifAvailable: true }, async (lock) => lock !== null && work())
