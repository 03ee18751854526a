import type { ContentRef } from '../../api/types.ts'
import type { DraftFiles } from './draft-files.ts'
import type { DraftRecording } from './draft-recording.ts'
import { openSound, removeDraft } from './opfs-store.ts'

/**
 * How a draft reaches the service. The pages inject it, because uploads belong to another feature.
 */
export type DraftUploader = {
  /** With the title that a person typed. Resolves to the new recording's id once the upload is complete. */
  uploadSound: (projectId: string, file: File, title: string | null) => Promise<string>
  saveNotes: (contentRef: ContentRef, draft: DraftRecording) => Promise<void>
}

type Parts = {
  files: DraftFiles
  /** Chunks that did not fit on the disk and exist only in memory. */
  rest: Blob[]
}

/**
 * Uploads sound, notes and markers, then deletes the draft. If a step fails, the draft stays, and
 * the next attempt resumes from that step. Closes the files. Returns the id of the new recording.
 */
export async function submitDraft(
  draft: DraftRecording,
  { files, rest }: Parts,
  uploader: DraftUploader,
): Promise<string> {
  try {
    const ready = rest.length > 0 ? draft : await makeReady(draft, files)
    const contentId = ready.content_id ?? (await uploadWhole(ready, rest, uploader))
    const sent = { ...ready, content_id: contentId }
    await files.save(sent).catch(() => {
      // Only a crash at this very moment could cause a second upload.
    })
    await uploader.saveNotes({ projectId: draft.project_id, contentId }, sent)
    await files.close()
    await removeDraft(draft.id)
    return contentId
  } catch (error) {
    await files.close()
    throw error
  }
}

async function uploadWhole(
  draft: DraftRecording,
  rest: Blob[],
  uploader: DraftUploader,
): Promise<string> {
  const sound = await openSound(draft)
  const whole =
    rest.length > 0 ? new File([sound, ...rest], sound.name, { type: sound.type }) : sound
  return uploader.uploadSound(draft.project_id, whole, draft.name.trim() || null)
}

/** The draft with a seekable copy of its sound, or unchanged if that copy cannot be made. */
async function makeReady(draft: DraftRecording, files: DraftFiles): Promise<DraftRecording> {
  if (draft.is_seekable || draft.content_id !== null) return draft
  try {
    const seconds = await files.makeSeekable()
    const ready = { ...draft, seconds, is_seekable: true }
    await files.save(ready)
    return ready
  } catch {
    return draft
  }
}
