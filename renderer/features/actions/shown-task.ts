import { shownText } from '../../ui/own-words.ts'
import type { Action } from './queries.ts'

/** A task's words in a list that says beside them when it is due, so the day need not stand in both. */
export const shownTask = ({ text, due_on: dueOn }: Pick<Action, 'text' | 'due_on'>): string =>
  shownText(dueOn === null ? text : text.replaceAll(` (${dueOn})`, ''))
