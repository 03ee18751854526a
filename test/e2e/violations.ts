import type { Page } from 'playwright'
import { isNightly } from '../support/nightly.ts'
import { findViolations } from './axe.ts'

/** Only colours differ between the schemes, so the second is held against their rules alone. */
const schemes = [
  ['light', undefined],
  ['dark', ['color-contrast', 'link-in-text-block']],
] as const

/** What keeps the screen, as it is now, from being used by everyone, in both schemes, in words. */
export async function violationsOf(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const [colorScheme, rules] of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor()
    const violations = await findViolations(page, rules && { runOnly: [...rules] })
    found.push(
      ...violations.map(({ id, nodes }) => {
        const told = nodes.map(({ html, failureSummary }) => `${html} ${failureSummary ?? ''}`)
        return `${colorScheme} ${id}: ${told.join('\n')}`
      }),
    )
  }
  return found
}

/**
 * The same, by night only: with each change accessibility-walk.e2e.test.ts looks at every screen, and the journeys at
 * one state each.
 */
export const violationsByNight = async (page: Page): Promise<string[]> =>
  isNightly ? violationsOf(page) : []
