/** Recordings as the speaker engine takes them: mono WAV files of 16 kHz and 16 bits. */
import path from 'node:path'
import { decodeAudio } from '../../service/engine/decode/decode-audio.ts'
import { copyMono } from '../../service/engine/sound/wav.ts'

/** Decodes any recording into `folder`, its channels mixed into one; returns the file and length. */
export async function makeMono(source: string, folder: string) {
  const decoded = path.join(folder, `${path.basename(source)}.all.wav`)
  const wav = path.join(folder, `${path.basename(source)}.mono.wav`)
  const signal = new AbortController().signal
  const { durationSeconds } = await decodeAudio(
    { nodePath: process.execPath, runDir: path.join(folder, 'running') },
    { path: source, target: decoded },
    { signal, onProgress: () => undefined },
  )
  const chunks = [{ start: 0, end: durationSeconds }]
  await copyMono({ path: decoded, channel: null }, wav, { chunks, signal })
  return { wav, seconds: durationSeconds }
}
