import { ApiError } from '../../core/errors.ts'
import type { TranscriptFormat } from '../../engine/transcript-import/imported-transcript.ts'

/** Media types of transcripts, which are read rather than transcribed (api-choices.md 19). */
const formats: Readonly<Record<string, TranscriptFormat>> = {
  'text/vtt': 'cues',
  'application/x-subrip': 'cues',
  'text/srt': 'cues',
  'text/plain': 'text',
  'text/markdown': 'markdown',
  'application/json': 'json',
}

export const transcriptTypes: readonly string[] = Object.keys(formats)

/** Undefined for a media type that is not that of a transcript; parameters do not matter. */
export function transcriptFormatOf(contentType: string): TranscriptFormat | undefined {
  const essence = (contentType.split(';')[0] ?? '').trim().toLowerCase()
  return Object.hasOwn(formats, essence) ? formats[essence] : undefined
}

/** Refuses what needs sound, of content that has none. */
export function requireAudio({ source }: { source: 'recording' | 'import' }): void {
  if (source === 'import') {
    throw new ApiError('no_audio', 'This is an imported transcript: there is no audio.')
  }
}
