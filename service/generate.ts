import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { generateClient } from './client/generate-client.ts'
import { describeService } from './describe.ts'

/**
 * Writes the OpenAPI document from the route schemas, and the client from the document.
 * With --check it changes nothing and fails where a committed file differs.
 */
const place = path.join(import.meta.dirname, 'client')
const documentFile = path.join(place, 'openapi.json')
const clientFolder = path.join(place, 'generated')
const fresh = await mkdtemp(path.join(tmpdir(), 'earshot-generate-'))
try {
  const freshDocument = path.join(fresh, 'openapi.json')
  const freshClient = path.join(fresh, 'generated')
  await writeFile(freshDocument, `${JSON.stringify(await describeService(), null, 2)}\n`)
  await generateClient(freshDocument, freshClient)
  if (process.argv.includes('--check')) {
    const stale = [
      ...((await isSame(freshDocument, documentFile)) ? [] : ['service/client/openapi.json']),
      ...(await listStale(freshClient, clientFolder)),
    ]
    if (stale.length > 0) {
      process.stderr.write(`Not up to date: ${stale.join(', ')}. Run npm run generate.\n`)
      process.exitCode = 1
    }
  } else {
    await cp(freshDocument, documentFile)
    await rm(clientFolder, { recursive: true, force: true })
    await cp(freshClient, clientFolder, { recursive: true })
  }
} finally {
  await rm(fresh, { recursive: true, force: true })
}

async function isSame(left: string, right: string): Promise<boolean> {
  const [a, b] = await Promise.all([left, right].map((file) => readFile(file).catch(() => null)))
  return a && b ? a.equals(b) : a === b
}

/** Files that differ, are missing or are too many, named from the repository's root. */
async function listStale(freshFolder: string, folder: string): Promise<string[]> {
  const listFiles = async (from: string) =>
    (await readdir(from, { recursive: true, withFileTypes: true }).catch(() => []))
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(from, path.join(entry.parentPath, entry.name)))
  const names = new Set([...(await listFiles(freshFolder)), ...(await listFiles(folder))])
  const stale = []
  for (const name of names) {
    const same = await isSame(path.join(freshFolder, name), path.join(folder, name))
    if (!same) stale.push(`service/client/generated/${name}`)
  }
  return stale
}
