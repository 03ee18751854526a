import { DOMParser } from '@xmldom/xmldom'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse as parseYaml } from 'yaml'
import type { Transcription } from '../../../../../service/engine/engine.ts'
import { startTestApp, type TestApp } from '../../../../support/app.ts'
import { scriptedTranscriber, spoken } from '../../../../support/engine.ts'
import { givenProject, givenRecording } from '../../../../support/factory.ts'
import { fetchChecked } from '../../../../support/own-document.ts'
import { transcribed } from './script.ts'

let app: TestApp
let projectId: string
let transcription: Transcription
beforeAll(async () => {
  app = await startTestApp({ transcriber: scriptedTranscriber(async () => transcription) })
  projectId = (await givenProject(app)).id
})
afterAll(() => app.stop())

const talk = transcribed([
  { start: 0, end: 3, text: 'Good morning.' },
  { start: 3.2, end: 5, text: 'Shall we begin?' },
  { start: 5.5, end: 8, text: 'Yes, please.', speaker: 1 },
  { start: 7200, end: 7201, text: 'Goodbye.', speaker: 1 },
])

async function given(said: Transcription, filename = 'Call with Ann.m4a') {
  transcription = said
  return givenRecording(app, projectId, { filename })
}

/** The answer with its bytes; every answer is held against the OpenAPI document. */
async function fetchFile(id: string, query: string, headers: Record<string, string> = {}) {
  const url = `${app.baseUrl}/v1/projects/${projectId}/content/${id}/transcript${query}`
  const authorization = `Bearer ${app.sessionToken}`
  const response = await fetchChecked(url, { headers: { authorization, ...headers } })
  return { response, bytes: new Uint8Array(await response.arrayBuffer()) }
}
const fetchText = async (id: string, query: string) => strFromU8((await fetchFile(id, query)).bytes)

test('plain text has a line for each stretch of one speaker', async () => {
  const id = await given(talk)
  expect(await fetchText(id, '?format=txt')).toBe(
    '[00:00:00] Speaker 1: Good morning. Shall we begin?\n\n' +
      '[00:00:05] Speaker 2: Yes, please.\n\n[02:00:00] Speaker 2: Goodbye.\n',
  )
  expect(await fetchText(id, '?format=txt&timestamps=false&speakers=false')).toBe(
    'Good morning. Shall we begin?\n\nYes, please.\n\nGoodbye.\n',
  )
})

test('a file speaks the language of its transcript, and is of the day of the call', async () => {
  const id = await given({ ...talk, language: 'de' })
  const path = `/v1/projects/${projectId}/content/${id}`
  await app.call('PATCH', path, { body: { recorded_at: '2026-03-31T15:00:00Z' } })
  expect(await fetchText(id, '?format=txt')).toMatch(/^\[00:00:00\] Sprecher 1: Good morning\./)
  expect(await fetchText(id, '?format=vtt')).toContain('<v Sprecher 2>Yes, please.</v>')
  const matter = /^---\n(.*?)\n---\n/s.exec(await fetchText(id, '?format=md'))?.[1] ?? ''
  expect(parseYaml(matter)).toMatchObject({
    date: '2026-03-31T15:00:00.000Z',
    speakers: ['Sprecher 1', 'Sprecher 2'],
  })
  const { data } = (await app.call('GET', `${path}/transcript`)).body
  expect(data.speakers[0].label).toBe('Speaker 1')
})

test('subtitles come over the API as they are written', async () => {
  const id = await given(talk)
  expect(await fetchText(id, '?format=srt')).toMatch(
    /^1\r\n00:00:00,000 --> 00:00:05,000\r\nSpeaker 1: Good morning. Shall we begin\?\r\n\r\n2\r\n/,
  )
  expect(await fetchText(id, '?format=vtt')).toContain(
    '00:00:05.500 --> 00:00:08.000\n<v Speaker 2>Yes, please.</v>\n',
  )
  expect(await fetchText(id, '?format=vtt&speakers=false')).not.toContain('Speaker')
})

test('Markdown stands under a front matter, and nothing that was said is markup', async () => {
  const hostile = '# 1. *not* a [link](x) <script>alert(1)</script> `code` & $x$ | a_b_'
  const id = await given(transcribed([{ start: 0, end: 5, text: hostile }]), '*My* "call": 1.m4a')
  const text = await fetchText(id, '?format=md')
  const [, matter = '', body = ''] = /^---\n(.*?)\n---\n\n(.*)$/s.exec(text) ?? []
  expect(parseYaml(matter)).toEqual({
    title: '*My* "call": 1',
    date: '2026-11-21T09:00:00.000Z',
    duration: '00:00:12',
    duration_seconds: 12.5,
    language: 'en',
    speakers: ['Speaker 1'],
    words: expect.any(Number),
    model: 'scripted-transcriber',
    version: 1,
    content_id: id,
  })
  expect(body).toBe(
    '# \\*My\\* "call": 1\n\n**Speaker 1** 00:00:00  \n' +
      '\\# 1. \\*not\\* a \\[link\\](x) \\<script\\>alert(1)\\</script\\> \\`code\\` \\& \\$x\\$ \\| a\\_b\\_\n',
  )
})

test('a Markdown paragraph is no list, heading or rule, whatever it begins with', async () => {
  const id = await given(
    transcribed([
      { start: 0, end: 1, text: '- no item' },
      { start: 10, end: 11, text: '12. no number' },
      { start: 20, end: 21, text: '=== no heading' },
    ]),
  )
  const text = await fetchText(id, '?format=md&timestamps=false&speakers=false')
  expect(text.split('\n\n').slice(2)).toEqual([
    '\\- no item',
    '12\\. no number',
    '\\=\\== no heading\n',
  ])
})

test('Word: heading, bold speakers, grey times, properties; well-formed whatever was said', async () => {
  const odd = 'A & B < C > "D" \u0007\ufffe 𝔈 end'
  const id = await given(
    transcribed([
      { start: 0, end: 3, text: odd },
      { start: 4, end: 8, text: 'Yes.', speaker: 1 },
    ]),
    'Ann & <Bob>.m4a',
  )
  const { bytes, response } = await fetchFile(id, '?format=docx')
  expect(response.headers.get('content-type')).toMatch(/wordprocessingml\.document$/)
  const parts = unzipSync(bytes)
  const read = (name: string) => {
    const xml = strFromU8(parts[name] ?? new Uint8Array())
    return new DOMParser({ onError: (_level, message) => fail(message) }).parseFromString(
      xml,
      'text/xml',
    )
  }
  const runs = [...read('word/document.xml').getElementsByTagName('w:r')].map((run) => ({
    text: run.textContent,
    isBold: run.getElementsByTagName('w:b').length > 0,
    color: run.getElementsByTagName('w:color')[0]?.getAttribute('w:val') ?? null,
  }))
  expect(runs).toContainEqual({ text: 'A & B < C > "D"  𝔈 end', isBold: false, color: null })
  expect(runs).toContainEqual({ text: 'Speaker 2  ', isBold: true, color: null })
  expect(runs).toContainEqual({ text: '00:00:04', isBold: false, color: '6B7280' })
  const [style] = read('word/document.xml').getElementsByTagName('w:pStyle')
  expect(style?.getAttribute('w:val')).toBe('Heading1')
  const core = read('docProps/core.xml')
  expect(core.getElementsByTagName('dc:title')[0]?.textContent).toBe('Ann & <Bob>')
  expect(core.getElementsByTagName('dc:creator')[0]?.textContent).toBe('Earshot')
})

const fail = (message: string): never => {
  throw new Error(message)
}

test('a transcript without words is a valid file of every kind', async () => {
  const id = await given({ ...spoken(), segments: [], speakers: [] })
  expect(await fetchText(id, '?format=txt')).toBe('')
  expect(await fetchText(id, '?format=srt')).toBe('')
  expect(await fetchText(id, '?format=vtt')).toBe('WEBVTT\n')
  expect(await fetchText(id, '?format=md')).toMatch(/^---\n.*\n---\n\n# Call with Ann\n$/s)
  const { bytes } = await fetchFile(id, '?format=docx')
  expect(Object.keys(unzipSync(bytes))).toContain('word/document.xml')
})

test('the format is chosen by the query, else by the weights of Accept, else it is JSON', async () => {
  const id = await given(talk)
  const typeOf = async (query: string, accept?: string) =>
    (await fetchFile(id, query, accept === undefined ? {} : { accept })).response.headers
      .get('content-type')
      ?.split(';')[0]
  const srt = 'application/x-subrip'
  expect(await typeOf('', 'text/vtt')).toBe('text/vtt')
  expect(await typeOf('', `text/vtt;q=0.5, ${srt};q=0.9`)).toBe(srt)
  expect(await typeOf('', 'text/markdown;q=0.1, text/*;q=0.8, */*;q=0.05')).toBe('text/plain')
  expect(await typeOf('', `${srt};q=0, */*`)).toBe('application/json')
  expect(await typeOf('', 'application/json, text/plain, */*')).toBe('application/json')
  expect(await typeOf('', 'text/html,application/xhtml+xml,*/*;q=0.8')).toBe('application/json')
  expect(await typeOf('', 'image/png')).toBe('application/json')
  expect(await typeOf('', 'nonsense;;q=x')).toBe('application/json')
  expect(await typeOf('?format=txt', 'application/json')).toBe('text/plain')
  expect(await typeOf('?format=json', 'text/plain')).toBe('application/json')
  expect((await fetchFile(id, '')).response.headers.get('vary')).toBe('accept')
})

test('an unknown format is refused by its name', async () => {
  const id = await given(talk)
  const url = `/v1/projects/${projectId}/content/${id}/transcript`
  for (const query of ['?format=pdf', '?format=', '?format=srt&format=vtt']) {
    const { status, body } = await app.call('GET', url + query)
    expect(status).toBe(400)
    expect(body.error.details[0]).toMatchObject({ field: 'format' })
  }
})

test('a file is named after the recording, whatever that is called', async () => {
  const nameOf = async (filename: string, query = '?format=srt') =>
    (await fetchFile(await given(talk, filename), query)).response.headers.get(
      'content-disposition',
    )
  expect(await nameOf('会議 "春".m4a')).toBe(
    `attachment; filename="__ ___.srt"; filename*=UTF-8''%E4%BC%9A%E8%AD%B0%20%22%E6%98%A5%22.srt`,
  )
  expect(await nameOf('.m4a')).toContain('filename=".m4a.srt"')
  expect(await nameOf(`${'a'.repeat(250)}.wav`)).toMatch(/filename="a{150}\.srt"/)
  expect(await nameOf('call.wav', '?format=json')).toContain('attachment; filename="call.json"')
  expect(await nameOf('call.wav', '')).toBeNull()
})

test('every version can be exported; an unknown one is not found, and is no file', async () => {
  const id = await given(talk)
  transcription = spoken('Heard anew.')
  await app.call('POST', `/v1/projects/${projectId}/content/${id}/reprocess`)
  await app.idle()
  expect(await fetchText(id, '?format=txt')).toContain('Heard anew.')
  expect(await fetchText(id, '?format=txt&version=1')).toContain('Good morning.')
  const url = `/v1/projects/${projectId}/content/${id}/transcript`
  expect((await app.call('GET', `${url}?version=1`)).body.data.version).toBe(1)
  const missing = await app.call('GET', `${url}?version=99&format=srt`)
  expect(missing).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } })
  expect(missing.headers.get('content-disposition')).toBeNull()
  for (const version of ['0', '1.5', 'x', '99999999999']) {
    const wrong = await app.call('GET', `${url}?version=${version}`)
    expect(wrong.body.error.details[0]).toMatchObject({ field: 'version' })
  }
})

test('HEAD tells what GET would send', async () => {
  const id = await given(talk)
  const url = `/v1/projects/${projectId}/content/${id}/transcript?format=vtt`
  const [head, get] = [await app.call('HEAD', url), await app.call('GET', url)]
  expect(head.status).toBe(200)
  for (const name of ['content-type', 'content-length', 'content-disposition']) {
    expect(head.headers.get(name)).toBe(get.headers.get(name))
  }
  expect(get.headers.get('content-type')).toBe('text/vtt; charset=utf-8')
})
