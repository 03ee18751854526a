import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright'

/** Takes the page in light and in dark, where somebody wants to look at it. */
export async function photographPage(page: Page, name: string): Promise<void> {
  const folder = process.env['EARSHOT_TEST_SCREENSHOTS']
  if (!folder) return
  await mkdir(folder, { recursive: true })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor()
    await page.screenshot({ path: path.join(folder, `${name}-${colorScheme}.png`), fullPage: true })
  }
}
