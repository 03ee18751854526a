import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Analysis } from '../../../../service/client/index.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readMeetings, toVtt, type NotedMeeting } from '../../../../service/cli/measure/meetings.ts'
import { toFigures } from '../../../../service/cli/measure/score.ts'
import { rouge1, summarizeByLexRank } from '../../../../service/cli/measure/summaries.ts'

const turns = [
  { speaker: 'Mary', text: 'I will send the contract to the customer on Friday.' },
  { speaker: 'Tom', text: 'Good.' },
]
const meeting: NotedMeeting = {
  name: 'weekly',
  turns,
  notes: {
    summary: 'Mary sends the contract.',
    action_items: [
      { turns: [3], strength: 'clear' },
      { turns: [20], strength: 'clear' },
      { turns: [40], strength: 'weak' },
    ],
    decisions: [],
    open_questions: [{ turns: [7] }],
  },
}

/** The fields of an analysis that figures are made of; segment `s5` begins turn 5. */
function analysisOf(result: object, evidence: object): Analysis {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the other fields are not read
  return { result, evidence } as unknown as Analysis
}
const turnOf = new Map(Array.from({ length: 50 }, (_, at) => [`s${at}`, at]))

test('items are right within two turns; weak notes need not be found', () => {
  const result = { action_items: [{}, {}, {}], decisions: ['a'], summary: 'Mary sends it.' }
  const evidence = {
    '/action_items/0/task': ['s5'],
    '/action_items/1': ['s42', 's12'],
    '/action_items/2': ['s30'],
    '/action_items/20': ['s20'],
  }
  const figures = toFigures('built-in', [
    { meeting, analysis: analysisOf(result, evidence), turnOf, talkSeconds: 1800, workSeconds: 3 },
  ])
  expect(figures).toMatchObject({
    meetings: 1,
    action_items: { listed: 3, precision: 0.6667, recall: 0.5 },
    decisions: { listed: 1, precision: 0, recall: null },
    open_questions: { listed: 0, precision: null, recall: 0 },
    summary: { rouge_1: 0.5714 },
    seconds_per_hour: 6,
  })
})

test('ROUGE-1 counts each word as often as both have it', () => {
  expect(rouge1('the cat saw the dog', 'the the the cat')).toBeCloseTo((2 * 3) / 9)
  expect(rouge1('', '')).toBe(0)
})

test('LexRank takes the sentences that are like others first', () => {
  const text =
    'The price of the contract is ten euros. Our lawyer reads the contract about the price. The weather in Wales was rainy this week.'
  const summary = summarizeByLexRank([{ speaker: 'Mary', text }])
  expect(summary.startsWith('The price of the contract')).toBe(true)
  expect(summary.endsWith('this week.')).toBe(true)
})

test('turns become voices with times by their words', () => {
  const { vtt, starts } = toVtt([{ speaker: 'A <b>', text: 'a < b & c' }, ...turns])
  expect(vtt.split('\n').slice(0, 4)).toEqual([
    'WEBVTT',
    '',
    '00:00:00.000 --> 00:00:02.000',
    '<v A b>a &lt; b &amp; c',
  ])
  expect(starts.map((start) => Math.round(start * 10) / 10)).toEqual([0, 2.1, 6.2])
})

describe('files', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'earshot-measure-'))
    const { notes, ...bare } = meeting
    const lines = [bare, { ...bare, name: 'unnoted' }].map((one) => JSON.stringify(one))
    await writeFile(path.join(folder, 'all.jsonl'), `${lines.join('\n')}\n`)
    await writeFile(path.join(folder, 'weekly.json'), JSON.stringify(notes))
    await writeFile(path.join(folder, 'broken.jsonl'), '{"name":')
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))
  const read = (file: string, only: string[] | null = null) =>
    readMeetings(path.join(folder, file), folder, only)

  test('meetings without notes are left out', async () => {
    expect(await read('all.jsonl')).toEqual([meeting])
  })

  test.each([
    ['all.jsonl', ['unnoted'], 'No meeting of'],
    ['none.jsonl', null, 'There is no such file'],
    ['broken.jsonl', null, 'has a line that is no meeting'],
  ])('%s with %j is refused', async (file, only, text) => {
    await expect(read(file, only)).rejects.toThrow(text)
  })
})
