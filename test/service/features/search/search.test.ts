import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { scriptedTranscriber, scriptedWriter, spoken, written } from '../../../support/engine.ts'
import { givenKey, givenProject, givenRecording, givenUpload } from '../../../support/factory.ts'
import { storeRecordings, type Recording } from '../../../support/recordings.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({
    transcriber: scriptedTranscriber(async () => spoken('We will send the contract on Friday.')),
    writer: scriptedWriter(async () =>
      written({ summary: 'Zeppelin rides.', key_points: ['Balloons'] }),
    ),
  })
})
afterAll(() => app.stop())

type Result = { id: string; filename: string; highlight: string; relevance_score: number }

async function search(query: Record<string, string>, key?: string): Promise<Result[]> {
  const url = `/v1/search/content?${new URLSearchParams(query).toString()}`
  const answer = await app.call('GET', url, key ? { key } : {})
  expect(answer.body.error).toBeUndefined()
  return answer.body.data
}

/** A project of its own with these recordings, and a search in it. */
async function givenLibrary(recordings: Recording[]) {
  const { id } = await givenProject(app)
  const ids = await storeRecordings(app, id, recordings)
  const find = async (q: string) =>
    (await search({ q, project_id: id, limit: '100' })).map((hit) => ids.indexOf(hit.id))
  const mark = async (q: string) => (await search({ q, project_id: id }))[0]?.highlight
  return { id, ids, find, mark }
}

const at = (day: number) => new Date(Date.UTC(2026, 2, day))

describe('what is found', () => {
  it('filename at creation, words once transcribed, findings once analysed', async () => {
    const project = await givenProject(app, { name: 'Sales' })
    const hits = (q: string) => search({ q, project_id: project.id })
    const uploaded = await givenUpload(app, project.id, { filename: 'Kickoff_Acme.wav' })
    expect((await hits('acme')).map(({ id }) => id)).toEqual([uploaded])

    const contentId = await givenRecording(app, project.id, { filename: 'call.wav' })
    const [hit] = await hits('contracts')
    expect(hit).toEqual({
      id: contentId,
      project_id: project.id,
      project_name: 'Sales',
      filename: 'call.wav',
      title: 'call',
      status: 'completed',
      relevance_score: expect.any(Number),
      highlight: 'We will send the <mark>contract</mark> on Friday.',
      created_at: app.clock.now().toISOString(),
    })
    expect(await hits('zeppelin')).toEqual([])
    const template = '{{transcript}}'
    const prompt = await app.call('POST', '/v1/prompts', { body: { name: 'A', template } })
    const url = `/v1/projects/${project.id}/content/${contentId}`
    await app.call('POST', `${url}/analyze`, { body: { prompt_id: prompt.body.data.id } })
    await app.idle()
    expect((await hits('zeppelin'))[0]?.highlight).toContain('<mark>Zeppelin</mark> rides.')
    expect((await hits('balloon'))[0]?.id).toBe(contentId)

    await app.call('DELETE', url)
    expect(await hits('contract')).toEqual([])
  })

  it('word stems of the language of the recording, and words as they were typed', async () => {
    const { find } = await givenLibrary([
      { text: 'The prices were negotiated.' },
      { text: 'Die Verträge wurden unterschrieben.', language: 'de' },
      { text: 'Les réunions étaient longues.', language: 'fr' },
      { text: 'Los contratos se firmaron.', language: 'es' },
      { text: 'The who sang.', language: 'en' },
    ])
    expect(await find('negotiate price')).toEqual([0])
    expect(await find('Vertrag')).toEqual([1])
    expect(await find('reunion')).toEqual([2])
    expect(await find('contrato firmar')).toEqual([3])
    expect(await find('the who')).toEqual([4])
  })

  it('words without their accents, and with them', async () => {
    const { find, mark } = await givenLibrary([
      { text: 'Meet at the Café Zoë, über Größe.', language: 'en' },
      { text: 'Meet at the cafe.', language: 'en' },
      { filename: 'Réunion Cafe\u0301.m4a' },
    ])
    expect((await find('café')).toSorted()).toEqual([0, 1, 2])
    expect((await find('CAFE')).toSorted()).toEqual([0, 1, 2])
    expect(await find('uber grosse')).toEqual([0])
    expect(await mark('grosse zoe')).toBe(
      'Meet at the Café <mark>Zoë</mark>, über <mark>Größe</mark>.',
    )
    expect(await mark('reunion')).toBe('<mark>Réunion</mark> Café')
  })

  it('phrases, OR and -not', async () => {
    const { find } = await givenLibrary([
      { text: 'red green blue' },
      { text: 'green red blue' },
      { text: 'only yellow' },
    ])
    expect(await find('"red green"')).toEqual([0])
    expect(await find('yellow OR "green red"')).toHaveLength(2)
    expect(await find('blue -"red green"')).toEqual([1])
  })

  it('the beginning of the last word, as people type', async () => {
    const { find, mark } = await givenLibrary([{ text: 'Our negotiations went well.' }])
    for (const q of ['neg', 'negoti', 'our negotia']) expect(await find(q)).toEqual([0])
    expect(await find('neg well')).toEqual([])
    expect(await mark('negot')).toBe('Our <mark>negotiations</mark> went well.')
  })

  it('parts of filenames, in any place', async () => {
    const { find, mark } = await givenLibrary([
      { filename: '2026-03-01_Standup-Team.Phoenix.mp3' },
      { filename: '100%_done.wav' },
    ])
    for (const q of ['standup', 'team phoenix', 'oeni', '2026-03-01', 'Standup-Team']) {
      expect(await find(q)).toEqual([0])
    }
    expect(await find('0%_d')).toEqual([1])
    expect(await find('%')).toEqual([1])
    expect(await mark('team')).toBe('2026-03-01 Standup-<mark>Team</mark>.Phoenix')
    expect(await mark('oeni')).toBe('2026-03-01 Standup-Team.Ph<mark>oeni</mark>x')
  })

  it('signs in filenames, which are marked as they were typed', async () => {
    const { find, mark } = await givenLibrary([{ filename: 'C++ & more 🙂.wav' }])
    for (const q of ['+', '&', '🙂', 'C++']) {
      expect(await find(q)).toEqual([0])
    }
    expect(await mark('&')).toBe('C++ <mark>&amp;</mark> more 🙂')
    expect(await mark('🙂')).toBe('C++ &amp; more <mark>🙂</mark>')
    expect(await mark('C++')).toBe('<mark>C++</mark> &amp; more 🙂')
  })

  it.each([
    ['zh', '今天的会议纪要已经发给大家。', '纪要', '今天的会议<mark>纪要</mark>已经发给大家。'],
    ['ja', '来週の打ち合わせは水曜日です。', '水曜', '来週の打ち合わせは<mark>水曜</mark>日です。'],
    ['ko', '회의록은 내일 보내겠습니다.', '회의록', '<mark>회의록</mark>은 내일 보내겠습니다.'],
    ['th', 'เราจะประชุมวันนี้ตอนบ่าย', 'ประชุม', 'เราจะ<mark>ประชุม</mark>วันนี้ตอนบ่าย'],
  ])('parts of text in scripts without spaces: %s', async (language, text, q, highlight) => {
    const { find, mark } = await givenLibrary([
      { text, language },
      { text: '会社の要', language },
    ])
    expect(await find(q)).toEqual([0])
    expect(await mark(q)).toBe(highlight)
  })

  it('words that a language leaves out, where they are all that was asked for', async () => {
    const text = 'We will see the roadmap. It is with the team.'
    const { mark } = await givenLibrary([{ filename: 'roadmap.wav', text, language: 'en' }])
    expect(await mark('it')).toContain('<mark>It</mark> is with')
    expect(await mark('we will')).toContain('<mark>We</mark> <mark>will</mark> see')
    expect(await mark('the roadmap')).toContain('the <mark>roadmap</mark>')
  })

  it('the better match comes first: name, then finding, then what is said often', async () => {
    const { find } = await givenLibrary([
      { text: 'Once the budget was named, then other things.' },
      { text: 'The budget. A budget, budgets and the budget again.' },
      { text: 'Nothing.', result: { summary: 'The budget was approved.' } },
      { text: 'Nothing.', filename: 'budget.wav' },
    ])
    expect(await find('budget')).toEqual([3, 2, 1, 0])
  })

  it('a query of signs or a single letter finds nothing, and does no harm', async () => {
    const { find } = await givenLibrary([{ text: 'Words.' }])
    for (const q of ['!!!', '""', '-', '& | ! ( ) : * <->', "'", '\\', "a' | 'b", 'z']) {
      expect(await find(q)).toEqual([])
    }
  })
})

describe('filters', () => {
  it('by status and time', async () => {
    const { id, ids } = await givenLibrary([
      { text: 'apple', createdAt: at(1) },
      { text: 'apple', createdAt: at(2), status: 'uploaded' },
      { text: 'apple', createdAt: at(3) },
    ])
    const found = async (query: Record<string, string>) =>
      (await search({ q: 'apple', project_id: id, ...query })).map((hit) => ids.indexOf(hit.id))
    expect(await found({})).toEqual([2, 1, 0])
    expect(await found({ status: 'uploaded' })).toEqual([1])
    expect(await found({ created_after: '2026-03-02T00:00:00Z' })).toEqual([2])
    expect(await found({ created_before: '2026-03-02' })).toEqual([0])
  })

  it.each([
    ['q', 'project_id=x'],
    ['q', 'q='],
    ['q', 'q=%20%20'],
    ['q', 'q=a%00'],
    ['q', `q=${'x'.repeat(501)}`],
    ['status', 'q=a&status=done'],
    ['created_after', 'q=a&created_after=yesterday'],
    ['created_before', 'q=a&created_before=2026-02-31'],
    ['limit', 'q=a&limit=0'],
    ['limit', 'q=a&limit=101'],
    ['cursor', 'q=a&cursor=abc'],
  ])('a wrong %s is a validation_error: %s', async (field, query) => {
    const answer = await app.call('GET', `/v1/search/content?${query}`)
    expect(answer.status).toBe(400)
    expect(answer.body.error.details[0].field).toBe(field)
  })

  it('a restricted key finds only what is in its projects', async () => {
    const [own, other] = [
      await givenLibrary([{ text: 'persimmon' }]),
      await givenLibrary([{ text: 'persimmon' }]),
    ]
    expect(await search({ q: 'persimmon' })).toHaveLength(2)
    const key = await givenKey(app, { project_ids: [own.id] })
    const found = await search({ q: 'persimmon' }, key)
    expect(found.map(({ id }) => id)).toEqual(own.ids)
    const url = '/v1/search/content?q=persimmon&project_id='
    const denied = await app.call('GET', `${url}${other.id}`, { key })
    expect(denied.status).toBe(403)
    expect(denied.body.error.code).toBe('project_access_denied')
    expect((await app.call('GET', `${url}proj_x`)).status).toBe(404)
  })
})
