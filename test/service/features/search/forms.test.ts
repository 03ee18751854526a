// Letters and numbers are found in whatever form they are written, and no query makes the search fail.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startRefolding } from '../../../../service/features/search/refold.ts'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { scriptedTranscriber, spoken } from '../../../support/engine.ts'
import { givenProject, givenRecording } from '../../../support/factory.ts'

const calls = {
  pointed: { language: 'ar', text: 'كَتَبَ الطَّالِبُ رِسَالَةً إِلَى المُدِيرِ' },
  plain: { language: 'ar', text: 'كتب الطالب رسالة إلى المدير' },
  other: { language: 'ar', text: 'ذهب كمال وتامر وباسم إلى السوق' },
  maqsura: { language: 'ar', text: 'مستشفى كبير' },
  hebrew: { language: 'he', text: 'שָׁלוֹם לְכֻלָּם' },
  comma: { language: 'en', text: 'The invoice is 12,500.50 euros.' },
  point: { language: 'de', text: 'Die Rechnung beträgt 12.500,50 Euro.' },
  space: { language: 'fr', text: 'La facture est de 12 500 euros.' },
  whole: { language: 'en', text: 'It was 12500 in all.' },
  phone: { language: 'en', text: 'Call 170 123 456 today.' },
  code: { language: 'en', text: 'The order is AB-1234 of the 20th.' },
  codeApart: { language: 'en', text: 'It was order A B 1234, they said.' },
  codeTogether: { language: 'de', text: 'Der Auftrag AB1234 ist da.' },
  mail: { language: 'en', text: 'Write to jane.doe@example.com or +49 (0)171 765-4321.' },
  mailSaid: { language: 'en', text: 'It is jane dot doe at example dot com, 0171 7654321' },
  site: { language: 'de', text: 'Das steht auf www.example.com.' },
}
type Name = keyof typeof calls

let app: TestApp
let project: string
const ids = new Map<string, string>()
beforeAll(async () => {
  let next: (typeof calls)[Name] = calls.plain
  app = await startTestApp({
    transcriber: scriptedTranscriber(async () => ({
      ...spoken(next.text),
      language: next.language,
    })),
    env: { EARSHOT_RATE_LIMIT_FACTOR: '100' },
  })
  project = (await givenProject(app)).id
  for (const [name, call] of Object.entries(calls)) {
    next = call
    ids.set(await givenRecording(app, project, { filename: 'call.wav' }), name)
  }
})
afterAll(() => app.stop())

async function search(q: string) {
  const query = new URLSearchParams({ q, project_id: project, include: 'moments' })
  const { status, body } = await app.call('GET', `/v1/search/content?${query}`)
  expect(status, JSON.stringify(q)).toBe(200)
  return body.data
}
const find = async (q: string): Promise<string[]> =>
  (await search(q)).map(({ id }: { id: string }) => ids.get(id)).toSorted()

const wanted: [string, Name[]][] = [
  ['كتب', ['plain', 'pointed']],
  ['رسالة', ['plain', 'pointed']],
  ['رِسَالَة', ['plain', 'pointed']],
  ['الى', ['other', 'plain', 'pointed']],
  ['مستشفي', ['maqsura']],
  ['שלום', ['hebrew']],
  ['12500', ['comma', 'point', 'space', 'whole']],
  ['12,500', ['comma', 'point', 'space', 'whole']],
  ['12 500', ['comma', 'point', 'space', 'whole']],
  ['"12.500"', ['space', 'whole']],
  ['12500.50', ['comma', 'point']],
  ['170 123', ['phone']],
  ['"123 456 today"', ['phone']],
  ...['AB1234', 'AB-1234', 'ab_1234', 'AB 1234', '"AB 1234"'].map((q): [string, Name[]] => [
    q,
    ['code', 'codeApart', 'codeTogether'],
  ]),
  ['1234 order', ['code', 'codeApart']],
  ['20 order', []],
  ...['example.com', 'example dot com'].map((q): [string, Name[]] => [
    q,
    ['mail', 'mailSaid', 'site'],
  ]),
  ['jane.doe@example.com', ['mail', 'mailSaid']],
  ['doe write', ['mail']],
  ...['1717654321', '01717654321', '0171 765 4321', '(0171) 765-4321'].map(
    (q): [string, Name[]] => [q, ['mail', 'mailSaid']],
  ),
  ['+491717654321', ['mail']],
]

async function expectFound() {
  for (const [q, names] of wanted) expect(await find(q), q).toEqual(names)
}

test('letters and numbers are found in every form', expectFound)

test('what matches is marked as it is written', async () => {
  const marksOf = async (q: string, name: Name) => {
    const hit = (await search(q)).find(({ id }: { id: string }) => ids.get(id) === name)
    return [hit.highlight, hit.moments[0]?.highlight].map(
      (text) => /<mark>(.*?)<\/mark>/.exec(text)?.[1],
    )
  }
  expect(await marksOf('رسالة', 'pointed')).toEqual(['رِسَالَةً', 'رِسَالَةً'])
  expect(await marksOf('12500', 'space')).toEqual(['12 500', '12 500'])
  expect(await marksOf('12 500.50', 'point')).toEqual(['12.500,50', '12.500,50'])
  expect(await marksOf('AB1234', 'code')).toEqual(['AB-1234', 'AB-1234'])
  expect(await marksOf('AB1234', 'codeApart')).toEqual(['A B 1234', 'A B 1234'])
  expect(await marksOf('01717654321', 'mail')).toEqual(['171 765-4321', '171 765-4321'])
  expect(await marksOf('example.com', 'mail')).toEqual(['example.com', 'example.com'])
  expect(await marksOf('example.com', 'mailSaid')).toEqual(['example dot com', 'example dot com'])
})

test('a question finds words in another form', async () => {
  const body = { question: 'من كتب رسالة؟' }
  const answer = await app.call('POST', `/v1/projects/${project}/ask`, { body })
  expect(answer.status).toBe(200)
  const quoted = answer.body.data.quotes.map(({ content_id: id }: { content_id: string }) =>
    ids.get(id),
  )
  expect(quoted).toContain('pointed')
})

test('an older library is read again from where the last start ended', async () => {
  const { sql: db } = app.deps.db
  const words = "to_tsvector('plain_simple', text)"
  await sql`UPDATE search_documents SET document = to_tsvector('plain_simple', body), filename = 'call.wav'`.execute(
    db,
  )
  await sql`UPDATE ask_segments SET words = ${sql.raw(words)} || array_to_tsvector(ARRAY[content_id])`.execute(
    db,
  )
  await sql`UPDATE search_speech SET said_hash = ''`.execute(db)
  await sql`INSERT INTO search_unfolded (folded_to) VALUES ('')`.execute(db)
  expect(await find('رسالة')).toEqual(['plain'])
  // It ends after the recording that it is at.
  await startRefolding(app.deps)()
  const left = await sql<{ folded_to: string }>`SELECT folded_to FROM search_unfolded`.execute(db)
  expect(left.rows[0]?.folded_to).toMatch(/^cont_/)
  // Nothing by a process that leads no more.
  await startRefolding(app.deps, () => false)()
  const end = startRefolding(app.deps)
  const unfolded = async () => (await sql`SELECT FROM search_unfolded`.execute(db)).rows
  await expect.poll(unfolded).toEqual([])
  await end()
  await expectFound()
})

describe('no query makes it fail', () => {
  const chunks = [
    ...[
      '-',
      '- ',
      '"',
      '!',
      '&',
      '|',
      '(',
      ')',
      '<->',
      ':*',
      ':',
      "'",
      '\\',
      '*',
      '%',
      '_',
      '@',
      '/',
      '.',
    ],
    ...[
      ' ',
      ' OR ',
      'or',
      'word',
      'x-y',
      'a@b.example',
      '1,000',
      '1 000',
      '会议',
      'كَ',
      '\u0301',
      '\ud800',
      '\0',
      '𝒳',
    ],
  ]
  const repeated = chunks.map((chunk) => chunk.repeat(Math.floor(500 / chunk.length)))
  // A sequence of its own, so that each run asks the same.
  let seed = 20_261_129
  const below = (bound: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % bound
  }
  const mixed = Array.from({ length: 25 }, () =>
    Array.from({ length: 60 }, () => chunks[below(chunks.length)]).join(''),
  )

  test('of a search', async () => {
    for (const q of [...repeated, ...mixed, `${'-'.repeat(60)}word`]) {
      const query = new URLSearchParams({ q, project_id: project, include: 'moments' })
      const { status } = await app.call('GET', `/v1/search/content?${query}`)
      expect([200, 400], JSON.stringify(q)).toContain(status)
    }
    const long = new URLSearchParams({ q: 'word '.repeat(2_000) })
    expect((await app.call('GET', `/v1/search/content?${long}`)).status).toBe(400)
  })

  test('of names, of a list, and of a question', async () => {
    for (const q of [
      '-'.repeat(60),
      '"'.repeat(60),
      '\0',
      ...mixed.slice(0, 5).map((text) => text.slice(0, 200)),
    ]) {
      const query = new URLSearchParams({ q })
      const answers = [
        await app.call('GET', `/v1/search/speakers?${query}`),
        await app.call('GET', `/v1/projects/${project}/content?${query}`),
        await app.call('POST', `/v1/projects/${project}/ask`, { body: { question: q } }),
      ]
      for (const { status } of answers) expect([200, 400, 422], JSON.stringify(q)).toContain(status)
    }
  })
})
