/** One entry of a list that is found in a talk. */
import { dueIn } from './due.ts'
import type { Task } from './merge-tasks.ts'
import type { Moment } from './periods.ts'
import type { Remark } from './remarks.ts'
import type { Talk } from './talk.ts'
import { withoutOpener } from './words.ts'

/** One list item. `remark` is null for phrases and names. */
export type Item = {
  text: string
  segmentIds: string[]
  remark: Remark | null
  owner: string | null
  /** The day (YYYY-MM-DD), or the words if they determine no day. */
  due: string | null
  /** How likely it is to be one, 0–1; null where nothing measured it. */
  confidence: number | null
}

export function toItem(talk: Talk, remark: Remark): Item {
  const text = withoutOpener(remark.map((sentence) => sentence.text).join(' '))
  return {
    text,
    segmentIds: [...new Set(remark.flatMap(({ segmentIds }) => segmentIds))],
    remark,
    owner: remark[0].speaker,
    due: spokenDue(dueIn(talk, text)),
    confidence: null,
  }
}

export function toTaskItem(task: Task, confidence: number | null): Item {
  const { text, segmentIds, sentence, owner, due } = task
  return { text, segmentIds, remark: [sentence], owner, due: spokenDue(due), confidence }
}

const spokenDue = (due: Moment | null): string | null => due && (due.date ?? due.said)

export function toPhrase(text: string, segmentIds: string[]): Item {
  return { text, segmentIds, remark: null, owner: null, due: null, confidence: null }
}

/** The likeliest, in their order, where a list has room for fewer than were found. */
export function surest(items: readonly Item[], most: number): readonly Item[] {
  if (items.length <= most) return items
  const sure = new Set(
    items.toSorted((a, b) => (b.confidence ?? 0) - (a.confidence ?? 0)).slice(0, most),
  )
  return items.filter((item) => sure.has(item))
}
