/** A title from what a recording is about, where neither a person nor the file's name tells. */
import type { Tx } from '../../db/database.ts'
import { selectContent, updateFields } from './store.ts'

/** What programs and telephones call a file, in the languages of the page and their neighbours. */
const wordsOfMachines = new Set(
  [
    'a am at um aufnahme audio aufzeichnung call clip copy de enregistrement file gmt grabacion im img',
    'item kopie llamada m4a memo meeting mobile mono mov mp3 mp4 neue neuer new note nota no nr of ogg',
    'on only part pm ptt rec record recorder recorded recording sample sound sprachmemo stereo take',
    'talk teams test track uhr unknown untitled untitre utc v vid video voice vom wav webm wa whatsapp',
    'zoom anruf gespraech gespräch besprechung app conf conference phone telefon',
    'audioclip bildschirm bildschirmaufnahme bildschirmaufzeichnung callrecord dm ds dvt eigene lr lrtr ls',
    'mic mp my obs r screen screenrecording signal skype stereomix tascam tr trlr unbenannt ws',
    'jan feb mar apr may jun jul aug sep oct nov dec mon tue wed thu fri sat sun',
    'monday tuesday wednesday thursday friday saturday sunday',
    'january february march april june july august september october november december',
  ].flatMap((line) => line.split(' ')),
)

/** "Recording 2026-11-21 09.30.webm", "GMT20261121-093000_Recording.m4a", "audio_only.m4a". */
export function isNameOfMachine(filename: string): boolean {
  const words = filename
    .replace(/(?<=.)\.[\p{L}\d]{1,5}$/u, '')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
  return words.every(
    (word) =>
      !/\p{L}/u.test(word) ||
      wordsOfMachines.has(word) ||
      // "gmt20261121", "wa0003", and what only a program can remember.
      wordsOfMachines.has(word.replace(/\d+$/u, '')) ||
      /^(?=[a-f]*\d)[a-f\d]{6,}$/u.test(word) ||
      /^\d+\p{L}{1,2}$/u.test(word),
  )
}

const mostTopics = 3
const [mostOfTopic, mostOfTitle] = [40, 70]

/** Choice: topics are the field of that name in the result, unless they stand in for a language model. */
const topicsField = 'key_topics'

/** "Training, price, helmets"; null where the result names no topics. */
export function titleOf(
  result: Readonly<Record<string, unknown>>,
  needsLanguageModel: readonly string[],
): string | null {
  const topics: unknown = result[topicsField]
  if (!Array.isArray(topics) || needsLanguageModel.includes(`/${topicsField}`)) return null
  const fitting = topics.filter(
    (topic): topic is string => typeof topic === 'string' && topic.trim().length <= mostOfTopic,
  )
  const words = fitting.slice(0, mostTopics).map((topic) => topic.trim().replaceAll(/\s+/g, ' '))
  let title = words.shift() ?? ''
  for (const word of words) if (title.length + word.length + 2 <= mostOfTitle) title += `, ${word}`
  return title === '' ? null : title.charAt(0).toUpperCase() + title.slice(1)
}

type Written = { result: string; needs_language_model: string }

/** After an analysis: its topics are the title of a recording that has none of its own. */
export async function proposeTitle(tx: Tx, contentId: string, written: Written): Promise<void> {
  const row = await selectContent(tx, contentId)
  if (!row || !isNameOfMachine(row.name_title ?? row.filename)) return
  // Both were written by us, a moment ago.
  const result = JSON.parse(written.result) as Record<string, unknown>
  const needs = JSON.parse(written.needs_language_model) as string[]
  const title = titleOf(result, needs)
  if (title !== null) await updateFields(tx, contentId, { proposed_title: title })
}
