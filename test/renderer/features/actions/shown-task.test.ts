import { expect, test } from 'vitest'
import { shownTask } from '../../../../renderer/features/actions/shown-task.ts'

test('the day that a list tells beside a task is left out of its words, any other stays', () => {
  const text = 'Mary will send the plan by Friday (2026-11-27), for the meeting (2026-12-04)'
  expect(shownTask({ text, due_on: '2026-11-27' })).toBe(
    'Mary will send the plan by Friday, for the meeting (Dec 4, 2026)',
  )
  expect(shownTask({ text: 'Call Mary', due_on: null })).toBe('Call Mary')
})
