import { tooLong, unreadable } from './imported-transcript.ts'

/**
 * The text of a file: UTF-8, UTF-16 with a byte order mark, else Windows-1252, which older programs
 * write and which includes Latin-1. Lines end with \n. Throws `transcript_unreadable` for what is
 * not text.
 */
export function decodeText(bytes: Uint8Array): string {
  const text = decode(bytes).replaceAll(/\r\n?|\u2028|\u2029|\u0085/g, '\n')
  if (binary.test(text)) throw unreadable('This file is not text.')
  return text.toWellFormed()
}

/** Far more lines than the longest transcript has; a file of nothing else would only cost time. */
const mostRows = 1_000_000

/** The lines of a file. Throws `transcript_too_long`. */
export function splitRows(text: string): string[] {
  const rows = text.split('\n', mostRows + 1)
  if (rows.length > mostRows) throw tooLong(`${mostRows.toLocaleString('en')} lines`)
  return rows
}

function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Control characters that no text file has. Teletype captions leave some of the others. */
// oxlint-disable-next-line no-control-regex -- these are what tells other files from text
const binary = /[\u0000-\u0006\u000e-\u001a\u0081\u008d\u008f\u0090\u009d]/
