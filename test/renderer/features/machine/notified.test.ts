import { expect, test } from 'vitest'
import { notified } from '../../../../renderer/features/machine/privacy-panel.tsx'

const [early, late] = ['2026-11-20T09:00:00.000Z', '2026-11-21T09:00:00.000Z']

test('a receiver counts as notified only where something arrived', () => {
  const shown = (tried: string | null, told: string | null) =>
    notified({ last_delivery_at: tried, last_success_at: told })
  expect(shown(null, null)).toEqual(['never notified yet'])
  expect(shown(early, early)).toEqual([expect.stringMatching(/^last notified .*20/)])
  expect(shown(late, null)).toEqual([expect.stringMatching(/^last tried .*21.*, without success$/)])
  expect(shown(late, early)).toHaveLength(2)
})
