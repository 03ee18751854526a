import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { readVersion } from './version.ts'

const root = path.join(import.meta.dirname, '..')

/** As openapi-python-client reads it; JSON is YAML. The types below are bytes to it. */
const settings = (version: string) => ({
  project_name_override: 'earshot-client',
  package_name_override: 'earshot_client',
  package_version_override: version,
  content_type_overrides: {
    'audio/*': 'application/octet-stream',
    'application/x-tar': 'application/octet-stream',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document':
      'application/octet-stream',
    'application/x-subrip': 'text/plain',
  },
})

/**
 * Writes the Python client of the OpenAPI document, a package that pip installs. It is generated
 * where it is wanted and not kept here: its files are many and nobody reads them.
 * @param program openapi-python-client, by default the one on the PATH
 */
export async function buildPythonClient(
  folder = path.join(root, 'dist/python-client'),
  program = 'openapi-python-client',
): Promise<void> {
  const work = await mkdtemp(path.join(tmpdir(), 'earshot-python-client-'))
  try {
    const config = path.join(work, 'settings.json')
    await writeFile(config, JSON.stringify(settings(await readVersion())))
    await rm(folder, { recursive: true, force: true })
    await mkdir(path.dirname(folder), { recursive: true })
    const document = path.join(root, 'service/client/openapi.json')
    const options = ['--path', document, '--config', config, '--meta', 'setup']
    // The generator calls ruff, which lies beside it, to put its files in order.
    const PATH = [path.dirname(program), process.env['PATH']].join(path.delimiter)
    const env = { ...process.env, PATH }
    const args = ['generate', ...options, '--output-path', folder, '--fail-on-warning']
    await promisify(execFile)(program, args, { env })
    await cp(path.join(root, 'service/client/python/README.md'), path.join(folder, 'README.md'))
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

// `npm run build:python` calls this file itself, and passes on which program to use.
if (import.meta.main) {
  const [program] = process.argv.slice(2)
  await buildPythonClient(undefined, program)
  process.stdout.write('Built dist/python-client\n')
}
