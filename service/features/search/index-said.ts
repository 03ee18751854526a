/** Brings the rows of what was said up to the newest transcript (said-store.ts). */
import { createHash } from 'node:crypto'
import type { Sql } from '../../db/database.ts'
import {
  beginSegments,
  deleteSpeech,
  renameSpeech,
  selectSaid,
  selectSpeechRows,
  selectWords,
  updateSegmentWords,
  upsertSegments,
  upsertSpeech,
  type Said,
  type SaidSegment,
  type Speech,
} from './said-store.ts'
import { groupByLength, mostAtOnce, chunksOf, type Steps } from './steps.ts'
import { toSpokenText } from './words.ts'

/** Rows of segments, or of speakers, that the database writes at once. */
const mostSegments = 500
const mostSpeeches = 20

/** Rows that stay the same are not written, so their vectors stay. */
export async function indexSaid({ sql, write }: Steps, contentId: string): Promise<void> {
  const said = await selectSaid(sql, contentId)
  if (!said) return
  await write((tx) => beginSegments(tx, said))
  for (const part of groupSegments(said.segments)) {
    const segments = part.map((segment) => ({ ...segment, words: wordsOf(segment) }))
    await write((tx) => upsertSegments(tx, said, segments))
  }
  await indexSpeech({ sql, write }, said)
}

/** The same after the form of words in the index became another one: only of what is concerned anything is written. */
export async function refoldSaid({ sql, write }: Steps, contentId: string): Promise<void> {
  const said = await selectSaid(sql, contentId)
  if (!said) return
  const changed = said.segments
    .map((segment) => ({ ...segment, words: wordsOf(segment) }))
    .filter(({ text, words }) => text !== words)
  for (const segments of groupSegments(changed))
    await write((tx) => updateSegmentWords(tx, contentId, segments))
  await indexSpeech({ sql, write }, said)
}

const groupSegments = <Segment extends SaidSegment>(segments: readonly Segment[]) =>
  groupByLength(segments, {
    ...{ most: mostSegments, longest: mostAtOnce },
    lengthOf: ({ text }) => text.length,
  })

/** Of a line that is as long as hours of talk, the beginning. */
const wordsOf = ({ text }: SaidSegment): string => toSpokenText(text.slice(0, mostAtOnce))

/** What each speaker said is read again only where it changed. */
async function indexSpeech({ sql, write }: Steps, said: Said): Promise<void> {
  const { contentId, stems } = said
  const rows = new Map((await selectSpeechRows(sql, contentId)).map((row) => [row.speaker_id, row]))
  const speeches = listSpeeches(said)
  const speaking = new Set(speeches.map(({ speaker_id: id }) => id))
  const gone = [...rows.keys()].filter((id) => !speaking.has(id))
  if (gone.length > 0) await write((tx) => deleteSpeech(tx, contentId, gone))
  const isSame = ({ speaker_id: id, hash }: SaidBySpeaker) => rows.get(id)?.said_hash === hash
  const renamed = speeches.filter((speech) => {
    const row = rows.get(speech.speaker_id)
    return isSame(speech) && (row?.name !== speech.name || row.is_named !== speech.is_named)
  })
  if (renamed.length > 0) await write((tx) => renameSpeech(tx, contentId, renamed))
  const changed = speeches.filter((speech) => !isSame(speech))
  const groups = groupByLength(changed, {
    ...{ most: mostSpeeches, longest: mostAtOnce },
    lengthOf: ({ text }) => text.length,
  })
  for (const group of groups) {
    const read: Speech[] = await readSpeeches(sql, stems, group)
    await write((tx) => upsertSpeech(tx, said, read))
  }
}

/** Their words: of short ones in one statement, of a long one in chunks. */
async function readSpeeches(sql: Sql, stems: string, group: SaidBySpeaker[]): Promise<Speech[]> {
  const [first] = group
  if (first && group.length === 1) {
    const words: string[] = []
    for await (const chunk of chunksOf(first.text, toSpokenText))
      words.push(...(await selectWords(sql, stems, [chunk])))
    return [{ ...first, words }]
  }
  const texts = group.map(({ text }) => toSpokenText(text))
  const words = await selectWords(sql, stems, texts)
  return group.map((speech, index) => ({ ...speech, words: [words[index] ?? ''] }))
}

type SaidBySpeaker = Omit<Speech, 'words'> & { text: string }

function listSpeeches({ segments, speakers, stems }: Said): SaidBySpeaker[] {
  const people = new Map(speakers.map((person) => [person.id, person]))
  return [...Map.groupBy(segments, ({ speaker_id: id }) => id)].flatMap(([id, own]) => {
    const person = people.get(id)
    if (!person) return []
    const text = own.map((segment) => segment.text).join(' ')
    const { name, label } = person
    return [
      {
        ...{ speaker_id: id, text, name: name ?? label ?? '', is_named: name !== null },
        // Of what the index holds, so that it is another one where that is.
        hash: createHash('md5').update(stems).update(toSpokenText(text)).digest('hex'),
      },
    ]
  })
}
