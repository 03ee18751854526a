import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ContentDetail } from 'earshot/client'
import type { OnStep } from './output.ts'

/** Saves the media of a recording; a file that is there already is kept. */
export async function download(
  { media, filename, size_bytes }: ContentDetail,
  output: string | undefined,
  onStep: OnStep,
): Promise<{ file: string; size_bytes: number }> {
  if (!media) throw new Error('It has no media: its upload was never finished.')
  // A name that came over the API is a name only, never a path.
  const file = output ?? path.basename(filename.replaceAll('\\', '/'))
  const response = await fetch(media.url)
  if (!response.ok || !response.body) throw new Error(`The service answered ${response.status}.`)
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
    const target = createWriteStream(output ? part : file, { flags: output ? 'w' : 'wx' })
    await pipeline(Readable.from(response.body), counted, target)
    if (output) await rename(part, file)
  } catch (error) {
    if (output) await rm(part, { force: true })
    throw error
  }
  return { file, size_bytes: done }
}
