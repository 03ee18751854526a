import { array, assert, boolean, constantFrom, property } from 'fast-check'
import { expect, test } from 'vitest'
import { retime, type TimedText } from '../../../renderer/ui/line-times.ts'

/** Types into a text at a caret; `<` deletes. */
function type(before: TimedText, at: number, typed: string, now: number): TimedText {
  let written = before
  let caret = at
  for (const key of typed) {
    const from = key === '<' ? caret - 1 : caret
    const text = written.text.slice(0, from) + (key === '<' ? '' : key) + written.text.slice(caret)
    caret = from + (key === '<' ? 0 : 1)
    written = { text, times: retime(written, text, now, caret) }
  }
  return written
}

const empty: TimedText = { text: '', times: [] }
const two: TimedText = { text: '- a\n- b', times: [1, 2] }

test('a line has the time of its first character, whatever is typed into it later', () => {
  const first = type(empty, 0, 'Price', 3)
  expect(first.times).toEqual([3])
  const second = type(first, 5, '\n', 4)
  expect(second.times).toEqual([3, null])
  const third = type(second, 6, 'x', 7)
  expect(third.times).toEqual([3, 7])
  expect(type(third, 0, 'The ', 9).times).toEqual([3, 7])
  expect(type(third, 2, 'e', 9).times).toEqual([3, 7])
})

test('a line between two others is new, even if it begins as they do', () => {
  expect(type(two, 3, '\n- c', 9)).toEqual({ text: '- a\n- c\n- b', times: [1, 9, 2] })
  expect(type(two, 0, '- c\n', 9)).toEqual({ text: '- c\n- a\n- b', times: [1, 1, 2] })
})

test('a line that is broken, joined, emptied and begun again', () => {
  expect(type({ text: 'one two', times: [1] }, 3, '\n', 9).times).toEqual([1, 1])
  expect(type(two, 0, '\n', 9).times).toEqual([null, 1, 2])
  expect(type(two, 4, '<', 9)).toEqual({ text: '- a- b', times: [1] })
  expect(type(two, 7, '<<<', 9).times).toEqual([1, null])
  expect(type(two, 7, '<<<c', 9).times).toEqual([1, 9])
})

test('pasted lines are new; what another hand changed leaves the others alone', () => {
  const text = '- a\n- p\n- q\n- b'
  expect(retime(two, text, 9, 12)).toEqual([1, 9, 9, 2])
  expect(retime(two, '- a\nx\n- b', 9, null)).toEqual([1, 9, 2])
  expect(retime(two, '- a\n- c', null, null)).toEqual([1, 2])
})

test('lines before and behind an edit keep their times, and blank ones have none', () => {
  const lines = array(constantFrom('', ' ', 'a', 'b', '- a'), { minLength: 1, maxLength: 6 })
  assert(
    property(lines, lines, lines, boolean(), (before, typed, behind, knows) => {
      const old = [...before, ...behind]
      const times = old.map((line, at) => (line.trim() === '' ? null : at))
      const text = [...before, ...typed, ...behind].join('\n')
      const caret = knows ? [...before, ...typed].join('\n').length : null
      const next = retime({ text: old.join('\n'), times }, text, 99, caret)
      expect(next).toHaveLength(text.split('\n').length)
      for (const [at, line] of text.split('\n').entries())
        expect(next[at] === null).toBe(line.trim() === '')
      if (!knows) return
      expect(next.slice(0, before.length - 1)).toEqual(times.slice(0, before.length - 1))
      expect(next.slice(next.length - behind.length)).toEqual(times.slice(before.length))
    }),
  )
})
