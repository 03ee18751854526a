import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright'

const schemes = ['light', 'dark'] as const

/** What keeps the screen, as it is now, from being used by everyone, in both schemes, in words. */
export async function violationsOf(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor()
    // Its look at style sheets puts one of its own into the page, which our content policy refuses.
    const { violations } = await new AxeBuilder({ page }).options({ preload: false }).analyze()
    found.push(
      ...violations.map(({ id, nodes }) => {
        const told = nodes.map(({ html, failureSummary }) => `${html} ${failureSummary ?? ''}`)
        return `${colorScheme} ${id}: ${told.join('\n')}`
      }),
    )
  }
  return found
}
