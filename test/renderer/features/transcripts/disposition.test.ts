import { expect, test } from 'vitest'
import { filenameOf } from '../../../../renderer/features/transcripts/disposition.ts'

test.each([
  [`attachment; filename="Gespr_ch.txt"; filename*=UTF-8''Gespr%C3%A4ch.txt`, 'Gespräch.txt'],
  ['attachment; filename="call.srt"', 'call.srt'],
  [`attachment; filename="call.srt"; filename*=UTF-8''%E0%A4%A`, 'call.srt'],
  ['attachment', null],
  [null, null],
])('the file name of %s', (header, name) => {
  expect(filenameOf(header)).toBe(name)
})
