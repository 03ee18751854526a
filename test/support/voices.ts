import type { Voice } from '../../service/engine/engine.ts'
import { spokenBy } from './engine.ts'

/** The encoder that comes with the software; another name would compare with nothing. */
const model = 'campplus-zh-en'

/** How a person sounds: people differ wholly, and one person by `change` from day to day. */
export function voiceOf(person: number, change = 0): Voice {
  const embedding = Array.from({ length: 32 }, () => 0)
  embedding[person] = Math.cos(change)
  embedding[31] = Math.sin(change)
  return { model, embedding }
}

/** A talk of two people, in three turns. */
export const twoPeople = (people: readonly [number, number] = [0, 1]) =>
  spokenBy(
    [
      [0, 'We will send the contract on Friday.'],
      [1, 'That is far too late for us.'],
      [0, 'Then take it on Monday.'],
    ],
    people.map((person) => voiceOf(person)),
  )
