/** Reads meetings in the form of QMSum (https://github.com/Yale-LILY/QMSum) and the notes of people on them. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Type, type Static, type TSchema } from 'typebox'
import { Value } from 'typebox/value'

const Turn = Type.Object({ speaker: Type.String(), text: Type.String() })
const Meeting = Type.Object({ name: Type.String({ minLength: 1 }), turns: Type.Array(Turn) })

const Noted = Type.Object({
  /** Numbers of the turns that carry it, from 0. */
  turns: Type.Array(Type.Integer({ minimum: 0 })),
  strength: Type.Optional(Type.Union([Type.Literal('clear'), Type.Literal('weak')])),
})
const Notes = Type.Object({
  summary: Type.String(),
  action_items: Type.Array(Noted),
  decisions: Type.Array(Noted),
  open_questions: Type.Array(Noted),
})

export type Turn = Static<typeof Turn>
export type Noted = Static<typeof Noted>
type Notes = Static<typeof Notes>
export type NotedMeeting = Static<typeof Meeting> & { notes: Notes }

/** The meetings of a JSON Lines file that have notes, `NAME.json`, in the folder; of these, `only` if given. */
export async function readMeetings(
  file: string,
  folder: string,
  only: readonly string[] | null,
): Promise<NotedMeeting[]> {
  const lines = (await readText(file)).split('\n').filter((line) => line.trim() !== '')
  const meetings = lines.map((line) =>
    parse(Meeting, line, `${file} has a line that is no meeting`),
  )
  const chosen = meetings.filter(({ name }) => only === null || only.includes(name))
  const noted: NotedMeeting[] = []
  for (const meeting of chosen) {
    const place = path.join(folder, `${path.basename(meeting.name)}.json`)
    const text = await readFile(place, 'utf8').catch(() => null)
    if (text === null) continue
    noted.push({ ...meeting, notes: parse(Notes, text, `${place} holds no notes`) })
  }
  if (noted.length === 0) throw new Error(`No meeting of ${file} has notes in ${folder}.`)
  return noted
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new Error(`There is no such file: ${file}`, { cause: error })
  }
}

function parse<T extends TSchema>(schema: T, text: string, problem: string): Static<T> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new Error(`${problem}.`, { cause: error })
  }
  if (!Value.Check(schema, value)) throw new Error(`${problem}.`)
  return value
}

const secondsPerWord = 0.4
const pauseSeconds = 0.1

/** The turns as WebVTT, timed by their words as people talk, and when each begins, in seconds. */
export function toVtt(turns: readonly Turn[]): { vtt: string; starts: number[] } {
  const starts: number[] = []
  const rows = ['WEBVTT', '']
  let at = 0
  for (const { speaker, text: said } of turns) {
    const text = (said || '…').replaceAll('&', '&amp;').replaceAll('<', '&lt;')
    const end = at + Math.max(secondsPerWord, secondsPerWord * countWords(text))
    starts.push(at)
    const name = speaker.replaceAll(/[<>]/g, '')
    rows.push(`${toClock(at)} --> ${toClock(end)}`, `<v ${name}>${text}`, '')
    at = end + pauseSeconds
  }
  return { vtt: rows.join('\n'), starts }
}

const countWords = (text: string): number => text.split(/\s+/).filter(Boolean).length

function toClock(seconds: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const rest = (seconds % 60).toFixed(3).padStart(6, '0')
  return `${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${rest}`
}
