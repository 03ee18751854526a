import { MantineProvider } from '@mantine/core'
import { readFileSync } from 'node:fs'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Analysis, ContentItem } from 'earshot/client'
import { AnalysisView } from '../../renderer/features/analyses/analysis-view.tsx'
import { ContentState } from '../../renderer/features/content/content-state.tsx'
import { HistoryList } from '../../renderer/features/insights/history-list.tsx'
import type { InsightsItem } from '../../renderer/features/insights/queries.ts'
import { codeFiles } from '../architecture/sources.ts'
import { speakAs } from '../support/page-language.ts'

beforeAll(() => speakAs('de'))
afterAll(() => speakAs('en'))

const shown = (screen: ReactNode): string =>
  renderToStaticMarkup(<MantineProvider>{screen}</MantineProvider>)

const error = { code: 'out_of_memory', message: 'In English.' }
const words = 'Der Arbeitsspeicher dieses Rechners hat nicht gereicht.'
const failed = { status: 'failed' as const, error, result: null }

test('work that failed is told in German, and an analysis says what helps', () => {
  // Of each record only what the screen of a failure looks at.
  const analysis = shown(
    <AnalysisView
      analysis={failed as Analysis}
      before={null}
      schema={{}}
      momentOf={() => null}
      onSeek={() => {}}
      languageModel="none"
      onAgain={() => {}}
      isCancelling={false}
      onCancel={() => {}}
    />,
  )
  const recording: Partial<ContentItem> = { ...failed, filename: 'a.mp3' }
  const insights = { ...failed, id: 'ins_1', created_at: '2026-01-01T00:00:00Z' } as InsightsItem
  const screens = [
    analysis,
    shown(<ContentState item={recording as ContentItem} />),
    shown(<HistoryList items={[insights]} />),
  ]
  for (const screen of screens) {
    expect(screen).toContain(words)
    expect(screen).not.toContain(error.message)
  }
  expect(analysis).toContain('Schließen Sie andere Programme')
})

test('no screen prints the English words of a record’s failure', () => {
  const printing = codeFiles()
    .filter((file) => /^renderer\/(features|pages|shell)\//.test(file))
    .filter((file) => /\b(error|problem)\b\??\.message/.test(readFileSync(file, 'utf8')))
  // Behind a click, below what to do: which server answered what is only there.
  const excused = ['renderer/features/models/model-state.tsx']
  // What the page itself threw, for a report.
  const ofPage = ['renderer/features/prompts/prompt-form.tsx', 'renderer/pages/failed-screens.tsx']
  expect(printing).toEqual([...excused, ...ofPage])
})
