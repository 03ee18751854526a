/** Words as they were said, and as a note has them. */
import { expect, test } from 'vitest'

import { toReport } from '../../../service/engine/extractive/report.ts'
import { isFinished } from '../../../service/engine/extractive/sayings.ts'
import { tidy } from '../../../service/engine/extractive/tidy.ts'
import { english } from '../../../service/engine/extractive/wording/english.ts'

test.each([
  ['If we pay, It is in time.', 'If we pay, It is in time'],
  ['In fact they are in the email.', 'In fact they are in the email'],
  ['Um so w we we could s sort of drop the the lid, you know.', 'We could drop the lid'],
  ['the size of the devi of the device is fixed', 'The size of the device is fixed'],
  ["I think we should, uh, give'em the plan, 'cause it's cheap", undefined],
  ['We need an an a simple case', 'We need a simple case'],
  ['It is on the 14th, that is decided', 'It is on the 14th, that is decided'],
])('%s', (said, note = "We should give them the plan because it's cheap") => {
  expect(tidy(said, english)).toBe(note)
})

test.each(['It has to be a we can see it', 'I this needs work', 'They want to of', 'He said "no'])(
  'is not finished: %s',
  (text) => {
    expect(isFinished(text)).toBe(false)
  },
)

test.each([
  ["I'll ask them about our budget", 'Anna will ask them about their budget'],
  ["We've decided that we won't go", 'They have decided that they will not go'],
  ["Let's go with rubber", 'They will go with rubber'],
  ['You can see it on my screen', null],
])('%s, in a report', (text, report) => {
  expect(toReport(text, 'Anna')).toBe(report)
})
