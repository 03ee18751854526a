import { EarshotError, getContent } from 'earshot/client'
import { useUploads } from '../features/content/upload-store.ts'
import { saveNotes } from '../features/notes/queries.ts'
import type { DraftUploader } from '../features/recorder/submit-draft.ts'
import { i18n } from '../i18n/i18n.ts'

/** Uploads a recording before other files, since somebody waits for it, then saves its notes. */
export const draftUploader: DraftUploader = {
  uploadSound,
  saveNotes: async (contentRef, { notes: text, line_times, markers }) => {
    if (text === '' && markers.length === 0) return
    await saveNotes(contentRef, { text, line_times, markers })
  },
}

async function uploadSound(projectId: string, file: File, title: string | null): Promise<string> {
  const contentId = await followUpload(projectId, file, title)
  if (contentId !== null) {
    const { data } = await getContent({ path: { projectId, contentId } })
    if (data.status !== 'uploaded') return contentId
  }
  throw new EarshotError(i18n.t('recorder:drafts.stopped'), { code: 'cancelled', status: -1 })
}

/** Waits for the upload to finish. Returns the recording's id; throws if the upload failed. */
function followUpload(projectId: string, file: File, title: string | null): Promise<string | null> {
  const { promise, resolve, reject } = Promise.withResolvers<string | null>()
  let contentId: string | null = null
  const stop = useUploads.subscribe(({ uploads, cancel }) => {
    const upload = uploads.find((one) => one.file === file)
    contentId = upload?.contentId ?? contentId
    if (!upload) {
      stop()
      resolve(contentId)
    } else if (upload.state === 'failed') {
      stop()
      const { code, message } = upload.failure ?? { code: 'unexpected_error', message: '' }
      // The recorder offers the draft again, so the upload list need not.
      cancel(upload.id)
      reject(new EarshotError(message, { code, status: -1 }))
    }
  })
  useUploads.getState().add(projectId, [file], { priority: 'first', title })
  return promise
}
