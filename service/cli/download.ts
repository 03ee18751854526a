import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { toEarshotError, type ContentDetail } from 'earshot/client'
import type { OnStep } from './output.ts'

type Options = { onStep: OnStep; signal: AbortSignal; mode?: number }

/** Saves the media of a recording; a file that is there already is kept, unless it is named as `output`. */
export async function download(
  { media, filename, size_bytes }: Pick<ContentDetail, 'media' | 'filename' | 'size_bytes'>,
  output: string | undefined,
  { onStep, signal, mode = 0o666 }: Options,
): Promise<{ file: string; size_bytes: number }> {
  if (!media) throw new Error('It has no media: its upload was never finished.')
  // A name that came over the API is a name only, never a path.
  const file = output ?? path.basename(filename.replaceAll('\\', '/'))
  const response = await fetch(media.url, { signal })
  if (!response.ok || !response.body) {
    throw toEarshotError(await response.json().catch(() => null), response)
  }
  let done = 0
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      done += chunk.length
      onStep('saving', done / size_bytes)
      next(null, chunk)
    },
  })
  const part = `${file}.part`
  try {
    // 'wx' refuses what exists already: nothing of yours is written over by a default name.
    const target = createWriteStream(output ? part : file, { flags: output ? 'w' : 'wx', mode })
    await pipeline(Readable.from(response.body), counted, target, { signal })
    if (output) await rename(part, file)
  } catch (error) {
    if (output) await rm(part, { force: true })
    throw error
  }
  return { file, size_bytes: done }
}
