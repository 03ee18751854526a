/**
 * Reads WebVTT (https://www.w3.org/TR/webvtt1/) and SubRip, which differ in little that programs
 * keep to: both are timing lines with the text below them. More forgiving than either, because Zoom,
 * Teams, Webex, YouTube and old tools each leave something out.
 */
import { toSeconds } from './clock-times.ts'
import { cleanName, decodeReferences, plainText } from './clean-text.ts'
import { splitRows } from './decode-text.ts'
import type { ReadFile, ReadLine } from './imported-transcript.ts'
import { knownLabels, splitLabel } from './speaker-labels.ts'
import { readTimedWords } from './timed-words.ts'

/** `voice` is who speaks, where that is said outside the text. */
type Cue = { start: number; end: number; voice: string | null; payload: string[] }

export const isCueFile = (text: string): boolean =>
  /^\uFEFF?WEBVTT(?:\s|$)/.test(text) || text.split('\n', 50).some((line) => timesOf(line))

export function readCues(text: string): ReadFile {
  const rows = splitRows(text)
  const voices = dropRepeats(findCues(rows)).flatMap(toVoices)
  return { lines: nameSpeakers(voices), language: languageOf(rows) }
}

/** YouTube and others write `Language: en` into the header. */
function languageOf(rows: readonly string[]): string | null {
  const end = rows.findIndex((row) => row.trim() === '')
  const header = rows.slice(0, Math.min(end < 0 ? 0 : end, 20))
  const [named] = header.flatMap((row) => /^language:\s{0,9}(\w{2,3})\b/i.exec(row)?.[1] ?? [])
  return named?.toLowerCase() ?? null
}

function timesOf(row: string): Pick<Cue, 'start' | 'end'> | undefined {
  const arrow = row.indexOf('-->')
  if (arrow < 0 || arrow > 40) return undefined
  const start = toSeconds(row.slice(0, arrow).trim())
  const end = toSeconds(
    row
      .slice(arrow + 3, arrow + 60)
      .trim()
      .split(/\s/, 1)[0] ?? '',
  )
  return start === undefined || end === undefined ? undefined : { start, end }
}

const isBlock = (row: string): boolean => /^(NOTE|STYLE|REGION)(\s|$)/.test(row)

/** Webex names the speaker in the line above the times: `12 "Jane Doe" (3330436864)`. */
const voiceOf = (id: string): string | null =>
  cleanName(/^\d{1,9}\s{1,5}"([^"]{1,200})"(?:\s{1,5}\(\d{1,20}\))?\s{0,5}$/.exec(id)?.[1] ?? '')

/** Timing lines and the text below each, up to the next; comments and styles are left out. */
function findCues(rows: readonly string[]): Cue[] {
  const cues: Cue[] = []
  let isSkipped = false
  for (const [at, row] of rows.entries()) {
    const times = timesOf(row)
    const isFirst = (rows[at - 1] ?? '').trim() === ''
    if (times) {
      isSkipped = false
      cues.push({ ...times, voice: voiceOf(rows[at - 1] ?? ''), payload: [] })
    } else if (row.trim() === '') {
      isSkipped = false
    } else {
      isSkipped ||= isFirst && isBlock(row)
      const isId = timesOf(rows[at + 1] ?? '') && (isFirst || /^\s*\d{1,9}\s*$/.test(row))
      if (!isSkipped && !isId) cues.at(-1)?.payload.push(row)
    }
  }
  return cues
}

/**
 * Captions that roll repeat the line above; each line is kept once. Only where words are timed, as
 * only machines write those: people do say things twice.
 */
function dropRepeats(cues: readonly Cue[]): Cue[] {
  if (!cues.some(({ payload }) => payload.some((row) => /<\d{1,4}:\d/.test(row)))) return [...cues]
  let last = ''
  return cues.flatMap((cue) => {
    const fresh = cue.payload.filter((row) => plainText(row) !== '')
    while (fresh.length > 0 && plainText(fresh[0] ?? '') === last) fresh.shift()
    last = plainText(fresh.at(-1) ?? '') || last
    return fresh.length > 0 ? [{ ...cue, payload: fresh }] : []
  })
}

const voiceTag = /<v(?:\.[^\s<>]{0,100})?\s([^<>]{0,500})>/g

/** A line for each voice of a cue; the text before the first tag has that of the cue, if any. */
function toVoices({ start, end, voice, payload }: Cue): ReadLine[] {
  const markup = payload.join('\n')
  const tags = [...markup.matchAll(voiceTag)]
  const parts = [
    { speaker: voice, markup: markup.slice(0, tags[0]?.index ?? markup.length) },
    ...tags.map((tag, at) => ({
      speaker: cleanName(decodeReferences(tag[1] ?? '')),
      markup: markup.slice(tag.index + tag[0].length, tags[at + 1]?.index ?? markup.length),
    })),
  ]
  return parts.flatMap((part) => {
    const text = withoutMarks(plainText(part.markup), part.speaker)
    if (text === '') return []
    const words = readTimedWords(part.markup, { start, end })
    return [{ speaker: part.speaker, start, end, text, ...(words && { words }) }]
  })
}

/** What noScribe writes between captions: where in the recording they begin. */
const timeMark = /^\[\d{1,2}:\d{2}:\d{2}(?:[.,]\d{1,3})?\]$/

/** `>>` is how captions for television say that somebody else speaks; noScribe repeats the name of the voice. */
function withoutMarks(text: string, speaker: string | null): string {
  if (timeMark.test(text)) return ''
  const words = text.replace(/^(?:>>\s{0,3}){1,3}/, '')
  const label = speaker === null ? undefined : splitLabel(words)
  return label?.name === speaker ? label.rest : words
}

/**
 * Cues without voice tags may begin with a name. One that does not goes on with the speaker before.
 */
function nameSpeakers(lines: readonly ReadLine[]): ReadLine[] {
  const bare = lines.filter(({ speaker }) => speaker === null)
  const known = knownLabels(bare.map(({ text }) => text))
  if (known.size === 0) return [...lines]
  let last: string | null = null
  return lines.flatMap((line) => {
    const label = line.speaker === null ? splitLabel(line.text) : undefined
    if (!label || !known.has(label.name)) {
      last = line.speaker ?? last
      return [{ ...line, speaker: last }]
    }
    last = label.name
    const { words: _timed, ...rest } = line
    return label.rest === '' ? [] : [{ ...rest, speaker: label.name, text: label.rest }]
  })
}
