// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import type { Recovery } from 'earshot/client'
import { expect, test } from 'vitest'
import { useSession } from '../../../renderer/session-store.ts'
import { openPage } from '../../support/page/open-page.tsx'

const restored: Recovery = {
  is_needed: false,
  damage: null,
  recordings: { count: 2, size_bytes: 4_000, described_count: 2 },
  actions: ['restore_backup'],
  backups: [],
  work: {
    action: 'restore_backup',
    status: 'completed',
    progress: 1,
    error_code: null,
    folder: null,
    lost_count: 3,
    lost_recordings: [
      { id: 'cont_01m8k60fnpeh7ax5qv748j3wcb', title: 'Weekly call' },
      { id: 'cont_01m8k60fnpeh7ax5qv748j3wcc', title: null },
    ],
  },
}

test('after a restore that lacks the sound of recordings they are listed, and the library opens once the person has read it', async () => {
  const { user } = openPage('/home', (service) => {
    service.answer('getRecovery', restored)
    useSession.setState({ isRecovering: true })
  })
  const list = await screen.findByRole('list', { name: /sound of 3 recordings/ })
  const items = within(list).getAllByRole('listitem')
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Weekly call',
    'cont_01m8k60fnpeh7ax5qv748j3wcc',
  ])
  await screen.findByText('And 1 more.')
  await user.click(screen.getByRole('button', { name: 'Open the library' }))
  expect(useSession.getState().isRecovering).toBe(false)
})
