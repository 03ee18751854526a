import { expect, test } from 'vitest'
import { mediaTypeOf } from '../../../../renderer/features/content/upload-file.ts'

test.each([
  ['call.M4A', 'audio/x-m4a', 'audio/mp4'],
  ['call.opus', '', 'audio/opus'],
  ['call', 'audio/webm;codecs=opus', 'audio/webm'],
  ['zoom.VTT', '', 'text/vtt'],
  ['captions.srt', 'text/plain', 'application/x-subrip'],
  ['otter.txt', '', 'text/plain'],
  ['call', '', 'application/octet-stream'],
])('%s (%s) is announced as %s', (name, type, announced) => {
  expect(mediaTypeOf({ name, type })).toBe(announced)
})
