import { expect, test } from 'vitest'
import { findChapters } from '../../../../service/engine/chapters/find-chapters.ts'
import { threeSubjects, type Said } from '../../../fixtures/three-subjects.ts'

const { signal } = new AbortController()

function chaptersOf(said: readonly Said[], language = 'en') {
  const segments = said.map((each, at) => ({ ...each, start: 5 * at, end: 5 * at + 4 }))
  return findChapters(segments, { language, signal })
}

test('a chapter begins where the subject changes, and is named by what it is about', async () => {
  const chapters = await chaptersOf(threeSubjects.flat())
  expect(chapters).toHaveLength(3)
  for (const [at, { firstSegment }] of chapters.entries()) {
    // The sentence before is nearly as good a place.
    expect(Math.abs(firstSegment - 14 * at)).toBeLessThanOrEqual(1)
  }
  const [warehouse, website, apprentices] = chapters
  expect(warehouse?.title).toMatch(/warehouse|dock|pallets/i)
  expect(website?.title).toMatch(/home page|search box|website|shopping basket/i)
  expect(apprentices?.title).toMatch(/apprentice|contracts|applicants/i)
  for (const { title } of chapters) expect(title).not.toMatch(/mary|tom|anna|okay/i)
})

test('a gist is a sentence or two of its chapter', async () => {
  const chapters = await chaptersOf(threeSubjects.flat())
  for (const [at, { gist }] of chapters.entries()) {
    const own = threeSubjects.flat().slice(Math.max(0, 14 * at - 1), 14 * (at + 1))
    const said = own.map(({ text }) => text.toLowerCase()).join(' ')
    expect(gist).not.toBeNull()
    for (const sentence of gist?.split(/(?<=\.) /) ?? []) {
      expect(said).toContain(sentence.toLowerCase())
    }
  }
})

test('too little to divide has no chapters, nor has a language without a model', async () => {
  expect(await chaptersOf(threeSubjects[0] ?? [])).toEqual([])
  expect(await chaptersOf([])).toEqual([])
  expect(await chaptersOf(threeSubjects.flat(), 'de')).toEqual([])
})

test('an abort ends it', async () => {
  const segments = threeSubjects.flat().map((each, at) => ({ ...each, start: at, end: at + 1 }))
  const options = { language: 'en', signal: AbortSignal.abort(new Error('enough')) }
  await expect(findChapters(segments, options)).rejects.toThrow('enough')
})
