import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright'

/** Only colours differ between the schemes, so the second is held against their rules alone. */
const schemes = [
  ['light', null],
  ['dark', ['color-contrast', 'link-in-text-block']],
] as const

/** What keeps the screen, as it is now, from being used by everyone, in both schemes, in words. */
export async function violationsOf(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const [colorScheme, rules] of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor()
    const { violations } = await new AxeBuilder({ page })
      // In the page itself: otherwise each look opens a window of its own to put its parts together.
      .setLegacyMode()
      // Its look at style sheets puts one of its own into the page, which our content policy refuses.
      .options({
        preload: false,
        resultTypes: ['violations'],
        ...(rules && { runOnly: [...rules] }),
      })
      .analyze()
    found.push(
      ...violations.map(({ id, nodes }) => {
        const told = nodes.map(({ html, failureSummary }) => `${html} ${failureSummary ?? ''}`)
        return `${colorScheme} ${id}: ${told.join('\n')}`
      }),
    )
  }
  return found
}
