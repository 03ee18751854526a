import { execFile } from 'node:child_process'
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

const root = path.join(import.meta.dirname, '..')

/** All that the client imports; test/architecture/imports.test.ts holds it to these. */
const imported = ['eventsource-parser', 'standardwebhooks']

/**
 * Writes `earshot/client` as JavaScript with types, a package of its own that can be installed:
 * Node runs no TypeScript that lies under node_modules.
 */
export async function buildClient(folder = path.join(root, 'dist/client')): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  const compiler = path.join(root, 'node_modules/typescript/bin/tsc')
  const project = path.join(root, 'service/client')
  await promisify(execFile)(process.execPath, [compiler, '-p', project, '--outDir', folder])
  // As npm reads it; only these fields are needed.
  const own = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as {
    name: string
    version: string
    license: string
    dependencies: Record<string, string>
  }
  const { name, version, license, dependencies } = own
  const made = {
    name,
    version,
    description: 'Client of Earshot’s API, for Node and browsers',
    license,
    type: 'module',
    keywords: ['earshot', 'transcription', 'api', 'client'],
    exports: { './client': { types: './index.d.ts', default: './index.js' } },
    sideEffects: false,
    dependencies: Object.fromEntries(
      imported.map((dependency) => [dependency, dependencies[dependency]]),
    ),
    engines: { node: '>=22' },
  }
  await cp(path.join(project, 'README.md'), path.join(folder, 'README.md'))
  await cp(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'))
  await writeFile(path.join(folder, 'package.json'), `${JSON.stringify(made, null, 2)}\n`)
}

// `npm run build` calls this file itself.
if (import.meta.main) {
  await buildClient()
  process.stdout.write('Built dist/client\n')
}
