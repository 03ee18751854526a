import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { AxeResults, Result, RunOptions } from 'axe-core'
import type { Page } from 'playwright'

let source: Promise<string> | undefined

/**
 * Runs axe in the page as it is now and returns what it finds. Its 650 kB are put into each loaded
 * document once; @axe-core/playwright does that before each run, which takes far longer than the run.
 */
export async function findViolations(page: Page, rules: RunOptions = {}): Promise<Result[]> {
  if (!(await page.evaluate(() => 'axe' in window))) {
    source ??= readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
    await page.evaluate(await source)
  }
  const options: RunOptions = {
    // Its look at style sheets puts one of its own into the page, which our content policy refuses.
    preload: false,
    resultTypes: ['violations'],
    ...rules,
  }
  return page.evaluate(async (given) => {
    // The script above made it.
    const axe = Reflect.get(window, 'axe') as { run: (options: unknown) => Promise<AxeResults> }
    const { violations } = await axe.run(given)
    return violations
  }, options)
}
