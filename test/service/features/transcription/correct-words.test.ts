import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Transcription } from '../../../../service/engine/engine.ts'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { scriptedTranscriber, spoken } from '../../../support/engine.ts'
import { givenProject, givenRecording } from '../../../support/factory.ts'

let app: TestApp
let transcribed: Transcription
beforeAll(async () => {
  app = await startTestApp({ transcriber: scriptedTranscriber(async () => transcribed) })
})
afterAll(() => app.stop())
beforeEach(() => {
  transcribed = spoken()
})

type Term = { term: string; heard_as?: string[] }

/** What was said, with the words that the engine was unsure of in braces. */
function saying(marked: string): Transcription {
  const plain = spoken(marked.replaceAll(/[{}]/g, ''))
  const isUnsure = marked.split(' ').map((word) => word.includes('{'))
  const [segment] = plain.segments
  if (!segment) throw new Error('Nothing was said.')
  const words = segment.words.map((word, at) => ({ ...word, confidence: isUnsure[at] ? 0.2 : 0.9 }))
  return { ...plain, segments: [{ ...segment, words }] }
}

/** The transcript of it in a project with these terms. */
async function transcriptOf(marked: string, vocabulary: Term[], changes = {}) {
  transcribed = { ...saying(marked), ...changes }
  const project = await givenProject(app, { settings: { vocabulary } })
  const id = await givenRecording(app, project.id)
  const { body } = await app.call('GET', `/v1/projects/${project.id}/content/${id}/transcript`)
  return body.data
}
const textOf = async (marked: string, vocabulary: Term[], changes = {}) =>
  (await transcriptOf(marked, vocabulary, changes)).text

const kubernetes = { term: 'Kubernetes', heard_as: ['cuber netes', 'Cooper Nettie’s'] }

describe('what is recognized wrongly', () => {
  test.each([
    ['We use cuber netes, of course.', 'We use Kubernetes, of course.'],
    ['We use Cuber-Netes.', 'We use Kubernetes.'],
    ['“Cooper netties” is it?', '“Kubernetes” is it?'],
    ['Cooper Nettie’s is it.', 'Kubernetes is it.'],
    ['The cuber netes’s cluster', 'The Kubernetes’s cluster'],
    ['A cuber. Netes is another.', 'A cuber. Netes is another.'],
    ['scuber netes and cuber netesque', 'scuber netes and cuber netesque'],
  ])('%s → %s', async (said, expected) => {
    expect(await textOf(said, [kubernetes])).toBe(expected)
  })

  test('is set right in the words too, which share its time, and is found by its name', async () => {
    const { segments, word_count } = await transcriptOf('We use cuber netes daily.', [kubernetes])
    const [segment] = segments
    expect(
      segment.words.map(({ text, start, end }: Record<string, unknown>) => [text, start, end]),
    ).toEqual([
      ['We', 0.5, 0.9],
      ['use', 0.9, 1.3],
      ['Kubernetes', 1.3, expect.closeTo(2.1, 6)],
      ['daily.', expect.closeTo(2.1, 6), 2.5],
    ])
    expect(word_count).toBe(4)
    const found = await app.call('GET', '/v1/search/content?q=Kubernetes')
    expect(found.body.data.length).toBeGreaterThan(0)
  })

  test('by a longer name is shared among its words by their length', async () => {
    const terms = [{ term: 'Ada Lovelace', heard_as: ['adalovelace'] }]
    const { segments } = await transcriptOf('Ask Adalovelace.', terms)
    const [, ada, lovelace] = segments[0].words
    expect([ada.text, lovelace.text]).toEqual(['Ada', 'Lovelace.'])
    expect(ada.end).toBe(lovelace.start)
    expect([ada.start, lovelace.end]).toEqual([0.9, 1.3])
    expect(ada.end).toBeCloseTo(0.9 + (0.4 * 3) / 12, 3)
  })

  test('follows the longest phrase, and the project before the organization', async () => {
    const terms = [
      { term: 'York', heard_as: ['yolk'] },
      { term: 'New York City', heard_as: ['new yolk city'] },
    ]
    expect(await textOf('in new yolk city and in yolk', terms)).toBe('in New York City and in York')
    const ours = [{ term: 'Yorck', heard_as: ['yolk'] }]
    await app.call('PATCH', '/v1/org', { body: { settings: { vocabulary: ours } } })
    expect(await textOf('in yolk', terms)).toBe('in York')
    expect(await textOf('in yolk', [])).toBe('in Yorck')
    await app.call('PATCH', '/v1/org', { body: { settings: { vocabulary: [] } } })
  })

  test('is found in languages without blanks', async () => {
    const words = ['東', '京都', 'です'].map((text, at) => ({
      text,
      start: at,
      end: at + 1,
      confidence: 0.9,
    }))
    const segments = [{ start: 0, end: 3, text: '東京都です', speaker: 0, words }]
    const terms = [{ term: '東京トラム', heard_as: ['東京都'] }]
    expect(await textOf('x', terms, { language: 'ja', segments })).toBe('東京トラムです')
  })
})

describe('a term in another spelling', () => {
  test.each([
    ['we run kubernetes here', 'Kubernetes', 'we run Kubernetes here'],
    ['mister o’neill and oneill’s', "O'Neill", "mister O'Neill and O'Neill’s"],
    ['a git hub page, on Github.', 'GitHub', 'a GitHub page, on GitHub.'],
    ['ann arbor and ANN ARBOR!', 'Ann Arbor', 'Ann Arbor and Ann Arbor!'],
    ['written in c plus plus', 'C++', 'written in c plus plus'],
    ['an iphone seven', 'iPhone', 'an iPhone seven'],
    ['at mcdonalds, at McDonald’s', 'McDonald’s', 'at McDonald’s, at McDonald’s'],
  ])('%s, with %s → %s', async (said, term, expected) => {
    expect(await textOf(said, [{ term }])).toBe(expected)
  })

  test('leaves ordinary words alone that are names too, unless they are listed', async () => {
    const names = ['Will', 'Mark', 'Grace', 'IT', 'US'].map((term) => ({ term }))
    const said = 'Mark will mark it for us with grace.'
    expect(await textOf(said, names)).toBe(said)
    const listed = [{ term: 'Grafana', heard_as: ['grafana'] }]
    expect(await textOf('on grafana', listed)).toBe('on Grafana')
    expect(await textOf('on {grafana} now', [{ term: 'Grafana' }])).toBe('on Grafana now')
  })
})

describe('a word close to a term', () => {
  const terms = [{ term: 'Kubernetes' }, { term: 'Nuria' }, { term: 'Bob' }]

  test.each([
    ['We run {Kubernetis} here', 'We run Kubernetes here'],
    ['We run {Kubernitas,} here', 'We run Kubernetes, here'],
    ['Ask {Nuriya} and {Rob}', 'Ask Nuria and {Rob}'],
  ])('is set right where the engine was unsure: %s', async (said, expected) => {
    expect(await textOf(said, terms)).toBe(expected.replaceAll(/[{}]/g, ''))
  })

  test('stays where the engine was sure, and where two terms are as close', async () => {
    expect(await textOf('We run Kubernetis', terms)).toBe('We run Kubernetis')
    const twins = [{ term: 'Marina' }, { term: 'Karina' }]
    expect(await textOf('Ask {Darina}', twins)).toBe('Ask Darina')
  })

  test('stays in a translation, where only what is listed counts', async () => {
    const translated = { translatedTo: 'en' as const }
    expect(await textOf('We run {Kubernetis}', terms, translated)).toBe('We run Kubernetis')
    expect(await textOf('We run cuber netes', [kubernetes], translated)).toBe('We run Kubernetes')
  })
})

test('words that do not say what the text says leave both as they are', async () => {
  const [segment] = spoken('We use cuber netes.').segments
  if (!segment) throw new Error('Nothing was said.')
  const segments = [{ ...segment, words: segment.words.slice(1) }]
  const record = await transcriptOf('x', [kubernetes], { segments })
  expect(record.text).toBe('We use cuber netes.')
})
