import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { runCommand } from '../../support/command-line.ts'
import { givenProject, givenRecording } from '../../support/factory.ts'

let app: TestApp
let folder: string
let id: string
beforeAll(async () => {
  app = await startTestApp()
  folder = await mkdtemp(path.join(tmpdir(), 'earshot-export-'))
  id = await givenRecording(app, (await givenProject(app)).id, { filename: 'Résumé.wav' })
})
afterAll(async () => {
  await app?.stop()
  await rm(folder, { recursive: true, force: true })
})

const earshot = (...args: string[]) =>
  runCommand(['export', ...args], {
    env: { EARSHOT_BASE_URL: app.baseUrl, EARSHOT_API_KEY: app.sessionToken },
  })
const spoken = 'Speaker 1: We will send the contract on Friday.'

test('without a file it is printed: as text, or in the format asked for', async () => {
  expect(await earshot(id)).toEqual({ code: 0, stdout: `[00:00:00] ${spoken}\n`, stderr: '' })
  const { stdout } = await earshot(id, '--format', 'srt')
  expect(stdout).toMatch(/^1\r\n00:00:00,500 --> 00:00:03,300\r\nSpeaker 1: We will /)
  const bare = await earshot(id, '--no-timestamps', '--no-speakers')
  expect(bare.stdout).toBe('We will send the contract on Friday.\n')
  const answer = JSON.parse((await earshot(id, '--format', 'vtt', '--json')).stdout)
  expect(answer).toEqual({ filename: 'Résumé.vtt', text: expect.stringMatching(/^WEBVTT\n/) })
})

test('a file is written whole, in the format that its name says', async () => {
  const file = path.join(folder, 'call.md')
  await writeFile(file, 'what was there')
  expect(await earshot(id, '-o', file)).toMatchObject({ code: 0, stderr: '' })
  expect(await readFile(file, 'utf8')).toMatch(/^---\ntitle: "Résumé"\n/)
  const word = path.join(folder, 'call.DOCX')
  const { stdout } = await earshot(id, '-o', word, '--json')
  const bytes = await readFile(word)
  expect(JSON.parse(stdout)).toEqual({ file: word, size_bytes: bytes.length })
  expect(bytes.subarray(0, 2).toString()).toBe('PK')
  expect((await readdir(folder)).toSorted()).toEqual(['call.DOCX', 'call.md'])
})

test('as JSON the file is the transcript itself', async () => {
  const file = path.join(folder, 'call.json')
  await earshot(id, '-o', file)
  const record = JSON.parse(await readFile(file, 'utf8'))
  expect(record).toMatchObject({ content_id: id, version: 1, segments: [{ start: 0.5, end: 4 }] })
})

test('what cannot be is said in a sentence, and leaves no file', async () => {
  const before = await readdir(folder)
  const wrong = [
    [[id, '--format', 'docx'], 2, '--output'],
    [[id, '-o', path.join(folder, 'call.pdf')], 2, 'call.pdf'],
    [[id, '--format', 'pdf'], 2, 'pdf'],
    [[id, '--version', '0'], 2, 'above 0'],
    [[id, '--version', '7', '-o', path.join(folder, 'x.srt')], 1, 'No such version'],
    [['cont_none', '-o', path.join(folder, 'y.srt')], 1, 'cont_none'],
    [[id, '-o', path.join(folder, 'none', 'x.srt')], 1, 'none'],
  ] as const
  for (const [args, code, text] of wrong) {
    const ran = await earshot(...args)
    expect(ran, args.join(' ')).toMatchObject({ code, stdout: '' })
    expect(ran.stderr).toContain(text)
  }
  expect(await readdir(folder)).toEqual(before)
})
