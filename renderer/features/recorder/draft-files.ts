import { diskProblem } from './problem.ts'
import type { DraftAnswer, DraftMessage, DraftRequest } from './draft-worker.ts'
import type { DraftRecording } from './draft-recording.ts'

/** The files of one draft, open for writing. Every call rejects with RecorderProblem. */
export type DraftFiles = {
  /** Resolves to the size of all sound written so far, in bytes. */
  append: (bytes: ArrayBuffer) => Promise<number>
  save: (draft: DraftRecording) => Promise<number>
  /** Resolves to the length in seconds. Nothing may be appended afterwards. */
  makeSeekable: () => Promise<number>
  close: () => Promise<void>
}

type Waiting = { resolve: (value: number) => void; reject: (error: unknown) => void }

/** Opens or creates the files of a draft; a separate worker writes them. */
export async function openDraftFiles(id: string): Promise<DraftFiles> {
  const worker = new Worker(new URL('draft-worker.ts', import.meta.url), { type: 'module' })
  const waiting = new Map<number, Waiting>()
  let count = 0
  const ask = (request: DraftRequest, transfer: Transferable[] = []): Promise<number> =>
    new Promise((resolve, reject) => {
      const message: DraftMessage = { number: (count += 1), request }
      waiting.set(message.number, { resolve, reject })
      worker.postMessage(message, transfer)
    })
  worker.addEventListener('message', ({ data }: MessageEvent<DraftAnswer>) => {
    const pending = waiting.get(data.number)
    waiting.delete(data.number)
    if ('error' in data) pending?.reject(diskProblem(data.error))
    else pending?.resolve(data.value)
  })
  worker.addEventListener('error', (event) => {
    for (const { reject } of waiting.values()) reject(diskProblem(event.error))
    waiting.clear()
  })
  try {
    await ask({ op: 'open', id })
  } catch (error) {
    worker.terminate()
    throw error
  }
  return {
    append: (bytes) => ask({ op: 'append', bytes }, [bytes]),
    save: (draft) => ask({ op: 'save', draft }),
    makeSeekable: () => ask({ op: 'make-seekable' }),
    close: async () => {
      await ask({ op: 'close' })
      worker.terminate()
    },
  }
}
