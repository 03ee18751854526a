import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ModelFigures } from 'earshot/client'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createQueryClient } from '../../../../renderer/api/query-client.ts'
import { BuiltInFigures } from '../../../../renderer/features/models/model-figures.tsx'

const figures: ModelFigures = {
  model: 'built-in',
  meetings: 8,
  action_items: { listed: 23, precision: 0.696, recall: 0.57 },
  decisions: { listed: 0, precision: null, recall: 0 },
  open_questions: { listed: 2, precision: 0.5, recall: null },
  summary: { rouge_1: 0.335, lexrank_rouge_1: 0.23 },
  seconds_per_hour: 12.4,
  measured_at: '2026-11-23T12:34:11.000Z',
}

function shown(measured: readonly ModelFigures[]): string {
  const queries = createQueryClient()
  queries.setQueryData(['models', 'figures'], measured)
  return renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <MantineProvider>
        <BuiltInFigures />
      </MantineProvider>
    </QueryClientProvider>,
  )
}

test('what was measured of the built-in analyser is told', () => {
  const facts = shown([figures]).match(/(?<=<li>)[^<]*/g)
  expect(facts?.[0]).toMatch(/^Measured on 8 meetings, .*2026$/)
  expect(facts?.slice(1)).toEqual([
    'Tasks: 70% right, 57% found',
    'Decisions: none listed, 0% found',
    'Open questions: 50% right',
    'Summary: 34% of the words match (LexRank 23%)',
    '12 s for an hour of talk',
  ])
})

test('where nothing was measured, nothing is told of it', () => {
  expect(shown([])).not.toContain('Built-in analyser')
  expect(shown([{ ...figures, model: 'smollm2-135m' }])).not.toContain('<li>')
})
