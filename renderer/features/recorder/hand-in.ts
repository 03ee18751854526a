import type { TakeFiles } from './take-files.ts'
import type { Take } from './take.ts'
import { openSound, removeTake } from './vault.ts'

/** How a take reaches the service; the screens say it, because uploads are another noun's. */
export type Send = {
  /** Answers with the id of the recording it became, once all of it is there. */
  sound: (projectId: string, file: File) => Promise<string>
  notes: (place: { projectId: string; contentId: string }, take: Take) => Promise<void>
}

type Parts = {
  files: TakeFiles
  /** What came after the disk was full; it is in memory only. */
  rest: Blob[]
}

/**
 * Sends sound, notes and markers, then forgets the copy here. Wherever it fails the copy stays, and
 * the next try goes on from there. Closes the files.
 */
export async function handIn(take: Take, { files, rest }: Parts, send: Send): Promise<string> {
  try {
    const ready = rest.length > 0 ? take : await makeReady(take, files)
    const contentId = ready.content_id ?? (await sendSound(ready, rest, send))
    const sent = { ...ready, content_id: contentId }
    await files.save(sent).catch(() => {
      // Only a crash just now would have it sent twice.
    })
    await send.notes({ projectId: take.project_id, contentId }, sent)
    await files.close()
    await removeTake(take.id)
    return contentId
  } catch (error) {
    await files.close()
    throw error
  }
}

async function sendSound(take: Take, rest: Blob[], send: Send): Promise<string> {
  const sound = await openSound(take)
  const whole =
    rest.length > 0 ? new File([sound, ...rest], sound.name, { type: sound.type }) : sound
  return send.sound(take.project_id, whole)
}

/** With its length and an index; as it is, where that cannot be had. */
async function makeReady(take: Take, files: TakeFiles): Promise<Take> {
  if (take.is_seekable || take.content_id !== null) return take
  try {
    const seconds = await files.makeSeekable()
    const ready = { ...take, seconds, is_seekable: true }
    await files.save(ready)
    return ready
  } catch {
    return take
  }
}
