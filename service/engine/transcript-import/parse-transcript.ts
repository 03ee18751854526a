/** Reads a transcript of another program, in time linear in its length. */
import { readLanguage } from '../whisper/languages.ts'
import { decodeText } from './decode-text.ts'
import { detectLanguage } from './detect-language.ts'
import { framesToMilliseconds } from './frame-times.ts'
import {
  requireSize,
  type ImportedTranscript,
  type ReadFile,
  type TranscriptFormat,
} from './imported-transcript.ts'
import { joinSentences, layOut } from './lay-out.ts'
import { isCueFile, readCues } from './read-cues.ts'
import { readJson } from './read-json.ts'
import { readTable } from './read-table.ts'
import { readText } from './read-text.ts'

/** Throws `transcript_unreadable`, `transcript_empty` or `transcript_too_long`. */
export function parseTranscript(bytes: Uint8Array, format: TranscriptFormat): ImportedTranscript {
  const decoded = decodeText(bytes)
  const text = format === 'json' ? decoded : framesToMilliseconds(decoded)
  const isCues = format !== 'json' && isCueFile(text)
  const { lines: read, language } = isCues ? readCues(text) : readOther(text, format)
  requireSize(read)
  const { lines, hasEstimatedTimes } = layOut(read)
  return {
    lines: isCues ? joinSentences(lines) : lines,
    language: readLanguage(language ?? '') ?? detectLanguage(lines.map((line) => line.text)),
    hasEstimatedTimes,
  }
}

/** Whatever a file is called, cues are recognized; other text is read as it is announced. */
function readOther(text: string, format: TranscriptFormat): ReadFile {
  if (format === 'json') return readJson(text)
  return readTable(text) ?? readText(text, format === 'markdown')
}
