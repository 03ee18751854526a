import {
  completeUpload,
  createUpload,
  createUploadParts,
  deleteContent,
  mediaTypeOf as typeByEnding,
  partBytes,
  pauseFor,
  sendInParts,
  sendWithRequest,
  type UploadInput,
} from 'earshot/client'
import { ownAddress } from '../../api/own-address.ts'

type Steps = {
  priority?: NonNullable<UploadInput['priority']>
  title?: string | null
  signal: AbortSignal
  onCreated: (contentId: string) => void
  onProgress: (sentBytes: number) => void
  onConfirming: () => void
}

/** Spec: Upload flow. Requests an address, sends the bytes there, then confirms. */
export async function uploadFile(projectId: string, file: File, steps: Steps): Promise<void> {
  const { data } = await createUpload({
    path: { projectId },
    body: {
      ...{ filename: file.name, content_type: mediaTypeOf(file), size_bytes: file.size },
      ...(steps.priority && { priority: steps.priority }),
      ...(steps.title && { title: steps.title }),
    },
    signal: steps.signal,
  })
  steps.onCreated(data.content_id)
  const path = { projectId, contentId: data.content_id }
  const isInParts = file.size > partBytes && (await sendLarge(path, file, steps))
  if (!isInParts) {
    await sendWithRequest({
      url: ownAddress(data.upload_url),
      method: data.upload_method,
      headers: { ...data.upload_headers },
      file,
      signal: steps.signal,
      onProgress: steps.onProgress,
    })
  }
  steps.onConfirming()
  await completeUpload({ path })
}

/** False where the service wants the file whole. */
const sendLarge = (
  path: { projectId: string; contentId: string },
  file: File,
  { signal, onProgress }: Steps,
): Promise<boolean> =>
  sendInParts(file, {
    list: async () => (await createUploadParts({ path, signal })).data,
    send: (url, part, onPart) =>
      sendWithRequest({ url, method: 'PUT', headers: {}, file: part, signal, onProgress: onPart }),
    ...{ onProgress, pause: pauseFor, signal },
  })

/** Deletes the item of an unfinished upload; it may already be gone. */
export async function discardUpload(projectId: string, contentId: string): Promise<void> {
  await deleteContent({ path: { projectId, contentId } }).catch(() => {
    // The service removes abandoned uploads by itself (api-choices.md 9).
  })
}

/** The media type to declare for a file: by known extension, else as the browser reports it. */
export const mediaTypeOf = ({ name, type }: { name: string; type: string }): string =>
  typeByEnding(name) ?? (type.split(';')[0] || 'application/octet-stream')
