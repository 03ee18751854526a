import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { decodeAudio } from '../../service/engine/decode/decode-audio.ts'
import { readPcm } from './sound.ts'

/** What the decoder says of a recording, and its sound; both files lie in `folder`. */
export async function decodeBytes(bytes: Buffer, folder: string) {
  const file = path.join(folder, 'recording')
  const target = path.join(folder, 'sound.wav')
  await writeFile(file, bytes)
  const options = { signal: new AbortController().signal, onProgress: () => undefined }
  const deps = { nodePath: process.execPath, runDir: path.join(folder, 'running') }
  const decoded = await decodeAudio(deps, { path: file, target }, options)
  return { decoded, pcm: readPcm(target) }
}
