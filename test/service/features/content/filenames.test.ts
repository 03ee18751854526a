import { readdir } from 'node:fs/promises'
import path from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dispositionOf } from '../../../../service/http/disposition.ts'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { givenProject, givenUpload } from '../../../support/factory.ts'
import { perChange } from '../../../support/nightly.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const reserved = ['CON', 'PRN', 'AUX', 'NUL', 'COM1', 'LPT9', 'con.wav', 'aux.mp3', 'nul .wav']
const traversals = ['..', '../..', '..\\..', '%2e%2e', '....', '..%2f', '..%c0%af', '/..', '\\\\..']
const targets = ['etc/passwd', 'secret-key', 'windows\\win.ini', 'recordings/x', 'session-token']
/** Names that lead somewhere else, if anybody takes them for a path. */
const paths = [
  reserved,
  traversals.flatMap((up) => targets.map((target) => `${up}/${target}`)),
  traversals,
  ['/etc/passwd', '/', '//', 'C:\\boot.ini', 'C:', 'c:a.wav', '\\\\host\\share\\a', '\\\\?\\C:\\a'],
].flat()
const nasty = [
  paths,
  ['~', '~/.ssh/id', '$HOME', '`id`', '$(id)', ';id', '|id', '&id', '> x', '-rf', '--help'],
  [
    '.',
    ' ',
    '  a  ',
    'a ',
    'a.',
    '.hidden',
    'a\tb',
    'a\nb',
    'a\r\nx: y',
    '\u0001',
    '\u007f',
    '\u0085',
  ],
  ['"', "'", "' or 1=1 --", '"; filename="b', 'a"b', "a'b", '<script>alert(1)</script>', '<b>'],
  [
    '&amp;',
    '{{transcript}}',
    '${x}',
    '%s%n',
    '%00',
    '%0d%0a',
    '\\u0000',
    '\\',
    'a/b',
    'a\\b',
    'a:b',
  ],
  ['a*b', 'a?b', 'a|b', 'a<b', 'a>b', 'null', 'undefined', 'NaN', '__proto__', 'constructor', '[]'],
  [
    '\u202Egnp.wav',
    '\u200b',
    '\ufeff',
    '\u2028',
    '\u2029',
    'ﷺ',
    'مكالمة.wav',
    'שיחה.mp3',
    '会議.m4a',
  ],
  [
    '😀.wav',
    '👩‍👩‍👧‍👦',
    '🏳️‍🌈.mp4',
    'é',
    'e\u0301',
    'ﬁ',
    'İ',
    'ß',
    'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A',
    'x'.repeat(1_024),
    '😀'.repeat(1_024),
  ],
  fc.sample(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }), {
    numRuns: 60,
    seed: 1,
  }),
  fc.sample(fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }), {
    numRuns: 60,
    seed: 2,
  }),
]
  .flat()
  .filter((name) => !name.includes('\0') && name.isWellFormed() && /\S/.test(name))

async function announce(projectId: string, filename: string): Promise<string> {
  const body = { filename, content_type: 'audio/wav', size_bytes: 1 }
  const answer = await app.call('POST', `/v1/projects/${projectId}/content/upload-url`, { body })
  return answer.body.data.content_id
}

test('at least 200 nasty names are kept and shown unchanged, and none becomes a path', async () => {
  expect(nasty.length).toBeGreaterThanOrEqual(200)
  const before = await readdir(app.dataDir)
  const project = await givenProject(app)
  const names = new Map<string, string>()
  // With each change every fourth; that any name fits is shown of all below.
  const sample = (all: readonly string[]) => all.filter((_name, at) => at % perChange(4, 1) === 0)
  for (const filename of sample(paths)) {
    names.set(await givenUpload(app, project.id, { filename }), filename)
  }
  const uploaded = [...names.keys()]
  // Of the others it is enough to be announced: the file comes under the id alone.
  for (const filename of sample(nasty.slice(paths.length))) {
    names.set(await announce(project.id, filename), filename)
  }

  const listed = new Map<string, string>()
  let cursor = ''
  do {
    const { body } = await app.call('GET', `/v1/projects/${project.id}/content?limit=100${cursor}`)
    for (const { id, filename } of body.data) listed.set(id, filename)
    cursor = body.pagination.has_more ? `&cursor=${body.pagination.next_cursor}` : ''
  } while (cursor)
  expect(listed).toEqual(new Map([...names].toReversed()))

  const recordings = await readdir(path.join(app.dataDir, 'recordings'))
  const sidecars = uploaded.map((id) => `${id}.json`)
  expect(recordings.toSorted()).toEqual([...uploaded, ...sidecars].toSorted())
  expect((await readdir(app.dataDir)).toSorted()).toEqual(before.toSorted())
})

test('any name fits into a header, and cannot end it', () => {
  for (const name of nasty) {
    const header = dispositionOf(name, 'inline')
    expect(header).toMatch(/^inline; filename="[\w .()-]*"; filename\*=UTF-8''[\w!.~%-]*$/)
    expect(() => new Headers({ 'content-disposition': header })).not.toThrow()
    const [, encoded = ''] = header.split("UTF-8''")
    expect(decodeURIComponent(encoded)).toBe([...name].slice(0, 200).join(''))
  }
})
