/** The mood of a talk: what its words carry, and not its courtesies. */
import { expect, test } from 'vitest'

import { readTalk } from '../../../service/engine/extractive/extractive.ts'
import { moodOf } from '../../../service/engine/extractive/sentiment.ts'
import { toSegments } from './calls.ts'

async function moodIn(lines: string) {
  const { signal } = new AbortController()
  const talk = await readTalk({ segments: toSegments(lines), language: 'en' }, signal)
  return moodOf(talk.sentences)
}

test('courtesies are no mood', async () => {
  const mood = await moodIn(
    'A: Good morning, thank you for calling.\nB: Hello, good to hear you. I would like to change the address.\nA: Perfect, I have changed the address. Have a nice day!\nB: Great, thanks a lot, goodbye.',
  )
  expect(mood).toMatchObject({ label: 'neutral', isMixed: false, from: [] })
})

test('a complaint among praise is mixed, and names what is wrong', async () => {
  const mood = await moodIn(
    'A: Hello Martin.\nB: How is the new oven?\nA: It is very good, we bake more bread every day.\nA: But this invoice is wrong, we agreed on less.\nB: I am sorry about that.\nA: Thank you. Perfect, goodbye.',
  )
  expect(mood).toMatchObject({ label: 'neutral', isMixed: true })
  expect(mood?.from.map(({ text }) => text).join(' ')).toContain('invoice is wrong')
})

test('praise makes a talk positive, and is named', async () => {
  const mood = await moodIn(
    'A: The new dashboard is wonderful.\nB: Yes, it works great for all of us.',
  )
  expect(mood).toMatchObject({ label: 'positive' })
  expect(mood?.from).toHaveLength(2)
})
