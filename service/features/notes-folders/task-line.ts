// A task's line names it in its link, where no program shows the name, together with what was true when it
// was written: so a tick is told apart from an older file that came back, from git or a backup.
import { clockTime } from '../transcripts/exports/transcript-file.ts'

type TaskLine = { id: string; words: string; isDone: boolean; at: number | null; link: string }

/** `- [ ] Send the contract — Mary [00:01:01](earshot://recordings/…?at=61.4&task=act_…&done=0)` */
export function toTaskLine({ id, words, isDone, at, link }: TaskLine): string {
  const moment = at === null ? '' : `at=${Math.round(at * 1000) / 1000}&`
  const address = `${link}?${moment}task=${id}&done=${isDone ? 1 : 0}`
  return `- [${isDone ? 'x' : ' '}] ${words} [${at === null ? '→' : clockTime(at)}](${address})`
}

const pattern =
  /^(\s*[-*+] \[)([^\]])(\] .*\(earshot:\/\/recordings\/\S*?[?&]task=(act_[0-9a-z]{26})&done=)([01])\)(.*)$/

export type Ticked = {
  id: string
  sign: string
  /** Null where the sign is neither blank nor x, as other programs mark what is under way or called off. */
  isDone: boolean | null
  wasDone: boolean
  /** What other programs added at the end, such as the day on which it was done. */
  added: string
}

/** Undefined where the line is none of a task. */
export function readTaskLine(line: string): Ticked | undefined {
  const [, , sign = '', , id, was, added = ''] = pattern.exec(line) ?? []
  if (id === undefined) return undefined
  const isDone = /x/i.test(sign) ? true : sign === ' ' ? false : null
  return { id, sign, isDone, wasDone: was === '1', added: added.trimEnd() }
}

/** The same for a task that is done and one that is not. */
export const withoutTick = (line: string): string =>
  line.replace(pattern, (_line, start: string, _sign, middle: string) => `${start} ${middle}0)`)

/** The line with what a person or another program wrote: what is added, and a sign of theirs until the task changes here. */
export function withOwnMarks(line: string, earlier: Ticked | undefined): string {
  if (!earlier) return line
  const isUnchanged = readTaskLine(line)?.wasDone === earlier.wasDone
  const isOwnSign = earlier.isDone === null && isUnchanged
  const marked = isOwnSign
    ? line.replace(pattern, (whole: string, start: string, sign: string) =>
        whole.replace(`${start}${sign}`, () => `${start}${earlier.sign}`),
      )
    : line
  return marked + earlier.added
}
