import { analyse } from 'chardet'
import { tooLong, unreadable } from './imported-transcript.ts'

/**
 * The text of a file: UTF-8, also with some broken characters, UTF-16 with a byte order mark, else the code page that
 * its bytes tell. Lines end with \n. Throws `transcript_unreadable` for what is not text, or where nothing tells the
 * code page.
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
  const text = new TextDecoder('utf-8').decode(bytes)
  return isUtf8(text, bytes) ? text : decodeCodePage(bytes)
}

/** A character of several bytes is hardly ever right by chance: where more are right than broken, it is UTF-8. */
function isUtf8(text: string, bytes: Uint8Array): boolean {
  const marks = text.match(/\ufffd/g)?.length ?? 0
  if (marks === 0) return true
  // A file may hold the mark itself, from a program that lost the character earlier.
  const written = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const broken = marks - countOf(written, replacementBytes)
  const right = text.match(/[^\p{ASCII}\ufffd]/gu)?.length ?? 0
  return right > broken
}

const replacementBytes = Buffer.from('\ufffd')

function countOf(bytes: Buffer, part: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(part); at >= 0; at = bytes.indexOf(part, at + part.length)) count += 1
  return count
}

/** Choice: what the detector looks at; more tells it no more. */
const sampleBytes = 100_000
/** Choice: of 100. Below that the detector guesses; in a text with few letters beyond ASCII it guesses higher. */
const leastConfidence = { few: 31, many: 20 }
/** Letters beyond ASCII that follow each other, as in other scripts than the Latin one. */
const longestRun = 2

/** Older programs write the code page of their country. Throws `transcript_unreadable`. */
function decodeCodePage(bytes: Uint8Array): string {
  const sample = bytes.subarray(0, sampleBytes)
  const amount = longestRunOf(sample) <= longestRun ? 'few' : 'many'
  const [best] = analyse(sample)
  if (best && best.confidence >= leastConfidence[amount]) return decodeAs(best.name, bytes)
  if (amount === 'few') return decodeAs('windows-1252', bytes)
  throw unknownCodePage()
}

function longestRunOf(bytes: Uint8Array): number {
  let [run, longest] = [0, 0]
  for (const byte of bytes) {
    run = byte > 0x7f ? run + 1 : 0
    if (run > longest) longest = run
  }
  return longest
}

function decodeAs(label: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder(label).decode(bytes)
  } catch {
    throw unknownCodePage() // No code page that Node knows.
  }
}

const unknownCodePage = () =>
  unreadable('The characters of this file cannot be told. Save it as UTF-8, and add it again.')

/** Control characters that no text file has. Teletype captions leave some of the others. */
// oxlint-disable-next-line no-control-regex -- these are what tells other files from text
const binary = /[\u0000-\u0006\u000e-\u001a\u0081\u008d\u008f\u0090\u009d]/
