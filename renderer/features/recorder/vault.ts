import { i18n } from '../../i18n/i18n.ts'
import { fileNameOf, newestSlot, type Take } from './take.ts'

/** The takes that lie on this device: those under way, those cut off, those not yet handed in. */

async function openVault(): Promise<FileSystemDirectoryHandle | null> {
  try {
    const root = await navigator.storage.getDirectory()
    return await root.getDirectoryHandle('recordings', { create: true })
  } catch {
    return null // a browser, or a private window, that keeps nothing
  }
}

/** All takes but those that some window is at work on now, oldest first. */
export async function listKeptTakes(): Promise<Take[]> {
  const vault = await openVault()
  if (!vault) return []
  const takes: Take[] = []
  // Types of pages lack that a folder can be walked through.
  const ids = await Array.fromAsync((vault as FileSystemDirectoryHandle & Walkable).keys())
  // After the folders, because each is held before it is made.
  const busy = await busyTakes()
  for (const id of ids) {
    if (busy.has(id)) continue
    const take = await readTake(vault, id)
    if (take) takes.push(take)
  }
  return takes.toSorted((a, b) => a.started_at.localeCompare(b.started_at))
}
type Walkable = { keys: () => AsyncIterable<string> }

/** The take of a folder; one without sound is swept away. */
async function readTake(vault: FileSystemDirectoryHandle, id: string): Promise<Take | null> {
  try {
    const folder = await vault.getDirectoryHandle(id)
    const texts = await Promise.all(
      ['take-a.json', 'take-b.json'].map(async (name) => (await fileIn(folder, name))?.text()),
    )
    const slot = newestSlot(texts.flatMap((text) => text ?? []))
    const sound = await fileIn(folder, 'sound')
    if (sound && sound.size > 0) return slot?.take ?? namelessTake(id, sound)
    await vault.removeEntry(id, { recursive: true })
  } catch {
    // Just now removed by another window, or opened by it.
  }
  return null
}

/** Sound whose words were lost with both slots: nothing of it is thrown away. */
const namelessTake = (id: string, { lastModified }: File): Take => ({
  id,
  name: i18n.t('recorder:title'),
  // None: the person is asked for one.
  project_id: '',
  started_at: new Date(lastModified).toISOString(),
  channels: 1,
  mime_type: 'audio/webm;codecs=opus',
  seconds: 0,
  notes: '',
  markers: [],
  is_seekable: false,
  content_id: null,
})

/** A take as it lies on this device now; null where it does no more. */
export async function findTake(id: string): Promise<Take | null> {
  const vault = await openVault()
  return vault && readTake(vault, id)
}

/** The sound of a take, called as the take is. */
export async function openSound(take: Take): Promise<File> {
  const vault = await openVault()
  const folder = await vault?.getDirectoryHandle(take.id)
  const sound = folder && (await fileIn(folder, take.is_seekable ? 'seekable' : 'sound'))
  if (!sound) throw new Error('The sound of this recording is not on this device any more.')
  const [type = ''] = take.mime_type.split(';')
  return new File([sound], fileNameOf(take), { type })
}

const fileIn = (folder: FileSystemDirectoryHandle, name: string): Promise<File | null> =>
  folder
    .getFileHandle(name)
    .then((handle) => handle.getFile())
    .catch(() => null)

export async function removeTake(id: string): Promise<void> {
  const vault = await openVault()
  await vault?.removeEntry(id, { recursive: true }).catch(() => {
    // It is gone, or goes with the next sweep.
  })
}

/** Asks the browser not to make room by deleting recordings. */
export const askToPersist = (): Promise<boolean> => navigator.storage.persist().catch(() => false)

const lockPrefix = 'earshot.take.'

async function busyTakes(): Promise<Set<string>> {
  const { held = [] } = await navigator.locks.query()
  return new Set(held.flatMap(({ name = '' }) => name.split(lockPrefix)[1] ?? []))
}

/** Does something with a take that no other window is at work on; false where one is. */
export const whileAlone = (id: string, work: () => Promise<void>): Promise<boolean> =>
  navigator.locks.request(lockPrefix + id, { ifAvailable: true }, async (lock) => {
    if (!lock) return false
    await work()
    return true
  })
