import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

const page = path.join(import.meta.dirname, '../../dist/renderer')

export type Loaded = { file: string; bytes: number }

/**
 * What the built page asks for before any screen is chosen: its scripts with everything that they
 * import, which Vite writes into index.html, and its styles. Sizes as gzip makes them.
 */
export async function readFirstLoad(): Promise<Loaded[]> {
  const html = await readFile(path.join(page, 'index.html'), 'utf8')
  const asked = html.matchAll(/ (?:src|href)="\/(?:app\/)?([^"]+\.(?:js|css))"/g)
  const files = [...new Set([...asked].map(([, file = '']) => file))]
  return Promise.all(
    files.map(async (file) => {
      const content = await readFile(path.join(page, file))
      return { file, bytes: gzipSync(content, { level: 9 }).length }
    }),
  )
}

export const totalBytes = (loaded: readonly Loaded[]): number =>
  loaded.reduce((sum, { bytes }) => sum + bytes, 0)
