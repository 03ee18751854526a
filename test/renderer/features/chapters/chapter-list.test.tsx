import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ChapterList } from '../../../../renderer/features/chapters/chapter-list.tsx'

const chapters = [
  { title: 'Roof of the warehouse', start: 2, end: 65.5, gist: 'The roof leaks.', segment_id: 'a' },
  { title: null, start: 65.5, end: 3700, gist: null, segment_id: 'b' },
  { title: 'Apprentices', start: 3700, end: 4000, gist: 'Nine applied.', segment_id: 'c' },
]

const shown = (position: number) =>
  renderToStaticMarkup(<ChapterList chapters={chapters} position={position} onSeek={() => {}} />)

/** The text of the entry that is marked, and how many are. */
const current = (html: string) => [
  /aria-current="true".*?<span[^>]*>([^<]*)</.exec(html)?.[1],
  html.split('aria-current').length - 1,
]

test('each chapter is a button with its time and its title, or its number where it has none', () => {
  const html = shown(0)
  expect(html.match(/<button/g)).toHaveLength(3)
  expect(html).toMatch(/1:05<\/time><span[^>]*>Chapter 2</)
  expect(html).toMatch(/1:01:40<\/time><span[^>]*>Apprentices</)
})

test('the chapter at the current position is marked, and tells its gist', () => {
  expect(current(shown(0))).toEqual(['Roof of the warehouse', 1])
  expect(current(shown(65))).toEqual(['Roof of the warehouse', 1])
  expect(current(shown(65.5))).toEqual(['Chapter 2', 1])
  expect(current(shown(9000))).toEqual(['Apprentices', 1])
  expect(shown(0)).toContain('The roof leaks.')
  expect(shown(0)).not.toContain('Nine applied.')
})
