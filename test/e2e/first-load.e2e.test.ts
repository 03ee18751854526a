import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { readFirstLoad, totalBytes } from '../support/first-load.ts'

/** Choice: 300 kB are allowed; what grows is noticed before that. */
const limitBytes = 300_000
const assets = path.join(import.meta.dirname, '../../dist/renderer')

describe('The first load of the page', () => {
  test('takes at most 300 kB, scripts and styles together, as gzip makes them', async () => {
    const loaded = await readFirstLoad()
    const largest = loaded.toSorted((a, b) => b.bytes - a.bytes).slice(0, 12)
    const told = largest.map(({ file, bytes }) => `${file} ${Math.round(bytes / 1_000)} kB`)
    // Else index.html is written otherwise than this reads it.
    expect(loaded.filter(({ file }) => file.endsWith('.css'))).not.toHaveLength(0)
    expect(totalBytes(loaded), told.join('\n')).toBeLessThan(limitBytes)
    expect(totalBytes(loaded)).toBeGreaterThan(100_000)
  })

  test('has no part that only some screens need', async () => {
    const loaded = await readFirstLoad()
    const scripts = loaded.filter(({ file }) => file.endsWith('.js'))
    const texts = await Promise.all(
      scripts.map(({ file }) => readFile(path.join(assets, file), 'utf8')),
    )
    const all = texts.join('\n')
    // What a dialog, a list of choices and a plot cannot be without.
    for (const part of ['data-autofocus', 'combobox-option', 'recharts']) {
      expect(all, part).not.toContain(part)
    }
    // What everything is made of: that the names above are looked for in the right place.
    expect(all).toContain('mantine-')
  })
})
