import type { UploadInput } from 'earshot/client'
import { create } from 'zustand'
import { asFailure } from '../../api/failure.ts'
import { shownName } from '../../ui/shown-name.ts'
import { fingerprint } from './gather-files.ts'
import { discardUpload, uploadFile } from './upload-file.ts'

type UploadState = 'waiting' | 'sending' | 'confirming' | 'failed'
/** `first`: a call that has just ended; it goes before files. */
type Priority = NonNullable<UploadInput['priority']>
export type Upload = {
  id: string
  projectId: string
  file: File
  priority: Priority
  /** As a person typed it before. */
  title: string | null
  state: UploadState
  sentBytes: number
  contentId: string | null
  failure: { code: string; message: string } | null
}

/** Of a recording made here: it goes first, and a person may have named it. */
type Options = Partial<Pick<Upload, 'priority' | 'title'>>
type Batch = { files: number; bytes: number }
type Uploads = {
  uploads: readonly Upload[]
  /** What has arrived since an upload was last begun with none under way. */
  batch: Batch
  /** Counts finished uploads per project, so lists know when to refresh. */
  arrived: Readonly<Record<string, number>>
  /** Files added to each project since the page was opened, to ask before adding one again. */
  known: Readonly<Record<string, ReadonlySet<string>>>
  add: (projectId: string, files: readonly File[], options?: Options) => void
  /** Stops an upload or dismisses a failed one; deletes what the service has received. */
  cancel: (id: string) => void
  retry: (id: string) => void
}

const atOnce = 3 // api-choices.md 15: four per key; one is left for other programs
const noBatch: Batch = { files: 0, bytes: 0 }
const controllers = new Map<string, AbortController>()

/** Uploads; they continue when another screen opens. */
export const useUploads = create<Uploads>((_set, get) => ({
  uploads: [],
  batch: noBatch,
  arrived: {},
  known: {},
  add: (projectId, files, options) => {
    const added = files.map((file) => newUpload(projectId, file, options))
    const { uploads, known } = get()
    const own = new Set([...(known[projectId] ?? []), ...files.map(fingerprint)])
    // In one step: who waits for a file takes its absence for its end.
    useUploads.setState({
      uploads: [...uploads, ...added],
      known: { ...known, [projectId]: own },
      ...(!uploads.some(isUnderWay) && { batch: noBatch }),
    })
    startNext()
  },
  cancel: (id) => {
    const upload = find(id)
    controllers.get(id)?.abort()
    if (upload) forget(upload)
    remove(id)
    if (upload?.contentId) void discardUpload(upload.projectId, upload.contentId)
    startNext()
  },
  retry: (id) => {
    const upload = find(id)
    if (upload?.contentId) void discardUpload(upload.projectId, upload.contentId)
    change(id, { state: 'waiting', sentBytes: 0, contentId: null, failure: null })
    startNext()
  },
}))

/** What an upload is called: as its recording will be; where it becomes none, as the file, whose ending may say why. */
export const uploadName = ({ title, file, state }: Upload): string =>
  title ??
  (state === 'failed'
    ? file.name
    : shownName({ title: file.name.replace(/(?<=.)\.\w{1,5}$/u, '') }))

export const isUnderWay = ({ state }: Upload): boolean => state !== 'failed'

const newUpload = (projectId: string, file: File, options?: Options): Upload => ({
  id: crypto.randomUUID(),
  projectId,
  file,
  priority: 'normal',
  title: null,
  ...options,
  state: 'waiting',
  sentBytes: 0,
  contentId: null,
  failure: null,
})

const find = (id: string): Upload | undefined =>
  useUploads.getState().uploads.find((upload) => upload.id === id)

const change = (id: string, part: Partial<Upload>): void =>
  useUploads.setState(({ uploads }) => ({
    uploads: uploads.map((upload) => (upload.id === id ? { ...upload, ...part } : upload)),
  }))

const remove = (id: string): void =>
  useUploads.setState(({ uploads }) => ({ uploads: uploads.filter((upload) => upload.id !== id) }))

/** A cancelled file may be added again without a question. */
function forget({ projectId, file }: Upload): void {
  useUploads.setState(({ known }) => {
    const own = new Set(known[projectId])
    own.delete(fingerprint(file))
    return { known: { ...known, [projectId]: own } }
  })
}

function startNext(): void {
  const { uploads } = useUploads.getState()
  const running = uploads.filter(({ state }) => state === 'sending' || state === 'confirming')
  const waiting = uploads
    .filter(({ state }) => state === 'waiting')
    .toSorted((one, two) => place(one) - place(two))
  for (const upload of waiting.slice(0, Math.max(0, atOnce - running.length))) void run(upload)
}

const place = ({ priority }: Upload): number => (priority === 'first' ? 0 : 1)

async function run({ id, projectId, file, priority, title }: Upload): Promise<void> {
  const controller = new AbortController()
  controllers.set(id, controller)
  change(id, { state: 'sending' })
  try {
    await uploadFile(projectId, file, {
      priority,
      title,
      signal: controller.signal,
      onCreated: (contentId) => noteCreated(id, projectId, contentId),
      onProgress: (sentBytes) => change(id, { sentBytes }),
      onConfirming: () => change(id, { state: 'confirming' }),
    })
    remove(id)
    useUploads.setState(({ arrived, batch }) => ({
      batch: { files: batch.files + 1, bytes: batch.bytes + file.size },
      arrived: { ...arrived, [projectId]: (arrived[projectId] ?? 0) + 1 },
    }))
  } catch (error) {
    const { code, message } = asFailure(error)
    if (!controller.signal.aborted) change(id, { state: 'failed', failure: { code, message } })
  } finally {
    controllers.delete(id)
    startNext()
  }
}

/** The item may have been created at the moment its upload was cancelled. */
function noteCreated(id: string, projectId: string, contentId: string): void {
  if (find(id)) change(id, { contentId })
  else void discardUpload(projectId, contentId)
}
