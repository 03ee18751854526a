/** The first lines of a long recording, long before its first part is transcribed. */
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { decodeAudio } from '../decode/decode-audio.ts'
import type { MediaFacts, PartialLines, TranscribeOptions } from '../engine.ts'
import type { PipelineDeps, TranscriptionWork } from './deps.ts'
import { openRecording } from './recording.ts'
import { partSeconds, transcribeTracks } from './transcribe-tracks.ts'

/** One window of Whisper. */
const firstSeconds = 30

/** A line that ends this close to the cut may have been shortened by it. */
const cutSeconds = 0.5

type Prepared = Omit<TranscriptionWork, 'recording'>
type Source = { folder: string; prepared: Promise<Prepared> }

/**
 * Transcribes the beginning of a recording of several parts on its own while the rest is decoded,
 * and passes its lines to `onLines` as position 0: those of the first part replace them. Nothing
 * is stored, and a failure is only logged, because all of it is transcribed afterwards.
 */
export function createFirstLines(deps: PipelineDeps, source: Source, options: TranscribeOptions) {
  let shown = Promise.resolve()
  return {
    onReadable: async (facts: MediaFacts): Promise<void> => {
      await options.onReadable?.(facts)
      if (options.onLines === undefined || facts.durationSeconds < 1.5 * partSeconds) return
      shown = showFirstLines(deps, source, options).catch((error: unknown) => {
        if (!options.signal.aborted) deps.log.warn({ err: error }, 'no first lines were shown')
      })
    },
    settled: (): Promise<void> => shown,
  }
}

async function showFirstLines(
  deps: PipelineDeps,
  { folder, prepared }: Source,
  { signal, onLines }: TranscribeOptions,
): Promise<void> {
  const work = await prepared
  const own = path.join(folder, 'first')
  const target = path.join(own, 'sound.wav')
  const beginning = { path: work.request.audioPath, target, mostSeconds: firstSeconds }
  const quiet = { signal, onProgress: () => undefined }
  await mkdir(own)
  const sound = await decodeAudio(deps.audio, beginning, quiet)
  const recording = await openRecording(target, sound, signal)
  const show = async (lines: PartialLines): Promise<void> => {
    const isWhole = ({ end }: { end: number }) => end < sound.durationSeconds - cutSeconds
    const segments = lines.segments.filter(isWhole)
    if (segments.length > 0) await onLines?.({ ...lines, segments, isWhole: false })
  }
  await transcribeTracks(deps, { ...work, recording }, { ...quiet, onLines: show })
}
