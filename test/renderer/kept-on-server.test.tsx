import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { EarshotError } from 'earshot/client'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Backups } from '../../renderer/features/backups/backups.tsx'
import { ReplacedList } from '../../renderer/features/recovery/replaced-list.tsx'
import { EncryptionSection } from '../../renderer/pages/settings-encryption.tsx'

/** A part of the page whose every question a service on a database server refuses. */
function shown(part: ReactNode, queryKey: readonly string[]): string {
  const queries = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } })
  const error = new EarshotError('Kept there.', { code: 'kept_on_server', status: 409 })
  const query = queries.getQueryCache().build(queries, { queryKey })
  query.setState({ status: 'error', error, errorUpdatedAt: 1, errorUpdateCount: 1 })
  return renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <MantineProvider>{part}</MantineProvider>
    </QueryClientProvider>,
  )
}

const restore = { isBusy: false, failure: null, begin: () => {} }

test.each([
  { key: 'backups', part: <Backups restore={restore} /> },
  { key: 'encryption', part: <EncryptionSection /> },
])(
  'where a server keeps the library, the part of $key says who looks after it',
  ({ key, part }) => {
    const section = shown(part, [key])
    expect(section).toContain('Whoever runs the server')
    expect(section).not.toContain('<button')
  },
)

test('where a server keeps the library, no replaced one is spoken of', () => {
  expect(shown(<ReplacedList />, ['replaced-libraries'])).not.toContain('alert')
})
