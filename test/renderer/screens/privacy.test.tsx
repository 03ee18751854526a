// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage } from '../../support/page/open-page.tsx'

test.each([
  [{ network: true, files: true, missing: null }, /run in a box/],
  [{ network: false, files: false, missing: 'A box exists on Linux only.' }, /nothing keeps.*both/],
])('the privacy page says whether the engines have a box: %o', async (state, words) => {
  openPage('/settings?section=privacy', (answers) =>
    answers.answer('getPrivacy', { engine_isolation: { limits: true, ...state } }),
  )
  await screen.findByText(words)
  if (state.missing) expect(screen.getByText(state.missing)).toBeTruthy()
})
