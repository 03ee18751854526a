/** One entry of a list that is found in a talk. */
import { dueIn } from './due.ts'
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

export const spokenDue = (due: Moment | null): string | null => due && (due.date ?? due.said)

export function toPhrase(text: string, segmentIds: string[]): Item {
  return { text, segmentIds, remark: null, owner: null, due: null, confidence: null }
}
