import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createQueryClient } from '../../../../renderer/api/query-client.ts'
import { GraphicsNotice } from '../../../../renderer/features/machine/graphics-notice.tsx'

function shown(failure: object | null): string {
  const queries = createQueryClient()
  queries.setQueryData(['machine', 'itself'], { graphics_failure: failure })
  return renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <MantineProvider>
        <GraphicsNotice />
      </MantineProvider>
    </QueryClientProvider>,
  )
}

test('a graphics processor that failed is told by its name, and nothing where none did', () => {
  const at = '2026-11-29T13:50:50.066Z'
  expect(shown({ name: 'Radeon', code: 'engine_crashed', at })).toContain('Radeon failed')
  expect(shown({ name: null, code: 'engine_crashed', at })).toContain(
    'The graphics processor failed',
  )
  expect(shown(null)).not.toContain('failed')
})
