import { diskProblem } from './problem.ts'
import type { TakeAnswer, TakeMessage, TakeRequest } from './take-worker.ts'
import type { Take } from './take.ts'

/** The files of one take, open for writing. All of it rejects with RecorderProblem. */
export type TakeFiles = {
  /** Answers with the size of all sound that lies there. */
  append: (bytes: ArrayBuffer) => Promise<number>
  save: (take: Take) => Promise<number>
  /** Answers with the seconds of sound. After it nothing is appended. */
  makeSeekable: () => Promise<number>
  close: () => Promise<void>
}

type Waiting = { resolve: (value: number) => void; reject: (error: unknown) => void }

/** Opens, or makes, the files of a take; a worker of its own writes them. */
export async function openTakeFiles(id: string): Promise<TakeFiles> {
  const worker = new Worker(new URL('take-worker.ts', import.meta.url), { type: 'module' })
  const waiting = new Map<number, Waiting>()
  let count = 0
  const ask = (request: TakeRequest, transfer: Transferable[] = []): Promise<number> =>
    new Promise((resolve, reject) => {
      const message: TakeMessage = { number: (count += 1), request }
      waiting.set(message.number, { resolve, reject })
      worker.postMessage(message, transfer)
    })
  worker.addEventListener('message', ({ data }: MessageEvent<TakeAnswer>) => {
    const asked = waiting.get(data.number)
    waiting.delete(data.number)
    if ('error' in data) asked?.reject(diskProblem(data.error))
    else asked?.resolve(data.value)
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
    save: (take) => ask({ op: 'save', take }),
    makeSeekable: () => ask({ op: 'make-seekable' }),
    close: async () => {
      await ask({ op: 'close' })
      worker.terminate()
    },
  }
}
