import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { englishStem, stemOf } from '../../../service/engine/stem.ts'
import { askRecordings } from '../../fixtures/ask/recordings.ts'
import { openTestDatabase } from '../../support/database.ts'

/** Where suffix rules meet their exceptions. */
const hard = `
  added adding adds erred erring egged offing edging agreed freed succeed proceeding exceedingly
  replied tries ties dying lying skies idly gently ugly early only singly news howe atlas cosmos bias andes
  inning outing canning herring earring generously generate communal communism arsenal arsenic
  universe universities organization organizations marketing policies running hopped hoping filing
  fall falling missed caress ponies national conditional radically adoption irritant possibly
  yellow say enjoyed by cry crying says boxes buses goodness formative relativity kindly vietnamese`

test('the stemmer is that of the index, word by word', async () => {
  const readme = await readFile(path.join(import.meta.dirname, '../../../README.md'), 'utf8')
  const said = askRecordings
    .filter(({ language }) => language === 'en')
    .flatMap(({ lines }) => lines)
    .join(' ')
  const words = [
    ...new Set(
      `${hard} ${said} ${readme}`.toLowerCase().match(/(?<![\p{L}'’])[a-z]{2,}(?![\p{L}'’])/gu),
    ),
  ]
  expect(words.length).toBeGreaterThan(800)
  const db = await openTestDatabase()
  try {
    // No stem where PostgreSQL has a word in its stop list.
    const { rows } = await sql<{ word: string; stem: string }>`
      SELECT word, (ts_lexize('english_stem', word))[1] AS stem
      FROM unnest(${words}::text[]) word
      WHERE cardinality(ts_lexize('english_stem', word)) > 0`.execute(db.sql)
    const own = rows.map(({ word }) => ({ word, stem: englishStem(word) }))
    expect(own).toEqual(rows)
  } finally {
    await db.close()
  }
})

test('in other languages accents and the endings of number and gender go', () => {
  const words = ['réunions', 'reunión', 'Verträge', 'propuesta', 'plan', '会议'].map((word) =>
    stemOf(word.toLowerCase(), 'fr'),
  )
  expect(words).toEqual(['reunion', 'reunion', 'vertrag', 'propuest', 'plan', '会议'])
})
