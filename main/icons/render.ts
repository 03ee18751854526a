import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { chromium } from 'playwright'

/** `node main/icons/render.ts /usr/bin/chromium`: renders app.svg to app.png. */
const size = 1_024
const [, , program] = process.argv
if (program === undefined) throw new Error('Name a Chromium: node main/icons/render.ts PROGRAM')

const folder = import.meta.dirname
const picture = await readFile(path.join(folder, 'app.svg'), 'utf8')
const browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox'] })
const page = await browser.newPage({ viewport: { width: size, height: size } })
await page.setContent(`<style>body { margin: 0 } svg { display: block }</style>${picture}`)
await writeFile(path.join(folder, 'app.png'), await page.screenshot({ omitBackground: true }))
await browser.close()
