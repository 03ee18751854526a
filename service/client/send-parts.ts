import type { UploadParts } from './generated/types.gen.ts'
import type { Pause } from './retry.ts'

/** Files up to this size are sent whole. */
export const partBytes = 64 * 2 ** 20

/** A file, of which only parts are needed. */
type Sliced<Part> = { readonly size: number; slice: (start: number, end: number) => Part }

type Steps<Part> = {
  /** What of the file has arrived, and addresses for the rest. */
  list: () => Promise<UploadParts>
  send: (url: string, part: Part, onProgress: (sentBytes: number) => void) => Promise<void>
  onProgress: (sentBytes: number) => void
  pause: Pause
  signal?: AbortSignal | undefined
}

/** Choice: four minutes in a row without a connection; then a person decides. */
const mostFailures = 9
const longestWaitMs = 60_000

/**
 * Sends a large file to the store of the service, part after part. After a break it goes on with what has not arrived.
 * Resolves to false where the service wants the file whole.
 */
export async function sendInParts<Part>(file: Sliced<Part>, steps: Steps<Part>): Promise<boolean> {
  const { list, onProgress, pause, signal } = steps
  for (let failed = 0; ;) {
    try {
      const { parts } = await list()
      if (parts.length === 0) return false
      const missing = withPlaces(parts).filter(({ upload_url: url }) => url !== null)
      let sent = file.size - missing.reduce((sum, { size_bytes: bytes }) => sum + bytes, 0)
      onProgress(sent)
      if (missing.length === 0) return true
      for (const { start, size_bytes: bytes, upload_url: url } of missing) {
        const before = sent
        const part = file.slice(start, start + bytes)
        await steps.send(url ?? '', part, (done) => onProgress(before + done))
        sent += bytes
        failed = 0
      }
    } catch (error) {
      if (signal?.aborted || failed >= mostFailures) throw error
      failed += 1
      await pause(Math.min(1_000 * 2 ** (failed - 1), longestWaitMs), signal)
    }
  }
}

function withPlaces(parts: UploadParts['parts']) {
  let start = 0
  return parts.map((part) => {
    const placed = { ...part, start }
    start += part.size_bytes
    return placed
  })
}
