import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { NoteMarks } from '../../../../renderer/features/waveform/note-marks.tsx'

const marksOf = (...moments: [seconds: number, label: string][]) =>
  moments.map(([seconds, label]) => ({ seconds, label, kind: 'note' as const }))

const shown = (marks: ReturnType<typeof marksOf>) =>
  renderToStaticMarkup(<NoteMarks marks={marks} duration={200} onSeek={() => {}} />)

test('a marked moment stands at its time, as a button of its name', () => {
  const html = shown(marksOf([50, 'Price'], [120, '']))
  expect(html).toMatch(/left:25%[^>]*><button[^>]*aria-label="Go to 0:50: Price"/)
  expect(html).toMatch(/left:60%[^>]*><button[^>]*aria-label="Go to the mark at 2:00"/)
})

test('what lies behind the end of the recording is not drawn, and nothing where nothing is', () => {
  expect(shown(marksOf([201, 'Late']))).toBe('')
})
