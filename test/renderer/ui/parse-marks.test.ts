import { expect, test } from 'vitest'
import { parseMarks } from '../../../renderer/ui/marked-text.tsx'

test('marked terms come out as parts, and escaped text as what was said', () => {
  expect(parseMarks('A &amp; <mark>B</mark> &lt;b&gt;')).toEqual([
    { text: 'A & ', isMarked: false },
    { text: 'B', isMarked: true },
    { text: ' <b>', isMarked: false },
  ])
})

test('other tags stay text and an escaped entity is unescaped once', () => {
  expect(parseMarks('<img src=x> &amp;lt;')).toEqual([
    { text: '<img src=x> &lt;', isMarked: false },
  ])
})
