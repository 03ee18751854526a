/**
 * Entry point of the child process that reads untrusted recordings. Arguments: FILE WAV
 * [SECONDS], to stop after so many. Writes JSON lines to stdout: the file's properties, progress, and finally the result or the failure.
 */
import { JobError } from '../../core/errors.ts'
import type { MediaFacts } from '../engine.ts'
import { openLinks, type OpenedMedia } from './open-media.ts'
import { longestSeconds } from './pcm-writer.ts'
import { probeWithFfmpeg } from './system-ffmpeg.ts'
import { writeLinks } from './write-links.ts'
import { requireFfmpeg } from './write-track.ts'

const answer = (line: Record<string, unknown>): void =>
  void process.stdout.write(`${JSON.stringify(line)}\n`)

/** The properties of the first link, and the length of all. */
async function factsOf(links: OpenedMedia[], file: string): Promise<MediaFacts> {
  const [media] = links
  if (media === undefined) throw new JobError('decode_failed', 'The file holds nothing.')
  if (media.tracks.some(({ track }) => track !== undefined)) {
    const durationSeconds = links.reduce((sum, { facts }) => sum + facts.durationSeconds, 0)
    return { ...media.facts, durationSeconds }
  }
  const { ffprobe, demuxer } = await requireFfmpeg(media)
  return probeWithFfmpeg(ffprobe, demuxer, file)
}

async function decode(file: string, target: string, mostSeconds: number): Promise<void> {
  const links = await openLinks(file)
  try {
    const facts = await factsOf(links, file)
    if (facts.durationSeconds > longestSeconds) {
      throw new JobError('media_too_long', 'The recording is longer than 10 hours.')
    }
    let isReported = false
    const sound = await writeLinks(links, {
      file,
      target,
      mostSeconds,
      onFirstSound: () => {
        // Reported only now: a header may promise audio that does not exist.
        if (!isReported) answer({ readable: facts })
        isReported = true
      },
      onSeconds: (seconds) =>
        answer({ progress: Math.min(1, seconds / (facts.durationSeconds || seconds || 1)) }),
    })
    if (sound.durationSeconds === 0) {
      throw new JobError('no_audio_stream', 'The file has an audio track without any sound in it.')
    }
    answer({ ok: true, facts, ...sound })
  } finally {
    for (const link of links) link.close()
  }
}

try {
  const [file, target, most = Infinity] = process.argv.slice(2)
  if (file === undefined || target === undefined) throw new Error('usage: FILE WAV [SECONDS]')
  await decode(file, target, Number(most))
} catch (error) {
  // A library's error message goes to the log; the owner gets a readable sentence.
  if (!(error instanceof JobError)) process.stderr.write(`${String(error)}\n`)
  const { code, message } =
    error instanceof JobError
      ? error
      : new JobError(
          'decode_failed',
          'The file is damaged, or holds no recording that can be read.',
        )
  answer({ ok: false, code, message })
}
// The native decoder keeps threads alive, so exit explicitly once stdout is flushed.
process.stdout.write('', () => process.exit(0))
