import { spawnSync } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../../service/config.ts'
import { temporaryFolder } from '../support/folders.ts'

const folder = path.join(import.meta.dirname, '../../service/deploy')
const read = (file: string) => readFile(path.join(folder, file), 'utf8')
const all = (text: string, pattern: RegExp) => [
  ...new Set([...text.matchAll(pattern)].map(([, name = '']) => name)),
]

test('each alert asks for metrics that there are, and is explained', async () => {
  const rules = await read('alerts.yaml')
  const measured = await read('../telemetry/metrics.ts')
  const asked = all(rules, /\b(earshot_[a-z_]+?)(?:_count|_bucket|_sum)?\b(?=[{[ )])/g)
  expect(asked.length).toBeGreaterThan(4)
  expect(asked.filter((name) => !measured.includes(`'${name}'`))).toEqual([])
  const alerts = all(rules, /alert: (\w+)/g)
  const explained = all(await read('alerts.md'), /^\| `(\w+)`/gm)
  expect(alerts).toEqual(explained)
})

type Workload = { spec: { template: { spec: { enableServiceLinks?: boolean } } } }

type Compose = {
  secrets: Record<string, { file: string }>
  services: Record<
    string,
    { secrets?: string[]; volumes?: string[]; environment?: Record<string, string> }
  >
  volumes: Record<string, null>
}

test('the secrets and volumes of the compose file are declared, used and explained', async () => {
  const { services, secrets, volumes } = parse(await read('compose.yaml'), {
    merge: true,
  }) as Compose // Compose's own format
  const used = new Set(Object.values(services).flatMap((one) => one.secrets ?? []))
  expect([...used].toSorted()).toEqual(Object.keys(secrets).toSorted())
  const readme = await read('README.md')
  for (const name of used) expect(readme).toContain(`\`${name}\``)
  const mounted = Object.values(services)
    .flatMap((one) => one.volumes ?? [])
    .map((one) => one.split(':')[0] ?? '')
    .filter((one) => !one.startsWith('.'))
  expect(mounted.toSorted()).toEqual(Object.keys(volumes).toSorted())
})

test('the names that every command of compose needs are in .env, which nobody gets', async () => {
  const needed = all(await read('compose.yaml'), /\$\{(\w+):\?/g)
  const [, written = ''] =
    /^ *```\n((?: *EARSHOT_\w+=.*\n)+) *```$/m.exec(await read('README.md')) ?? []
  expect(all(written, /(\w+)=/g).toSorted()).toEqual(needed.toSorted())
  for (const file of ['../../.gitignore', 'Dockerfile.dockerignore']) {
    const ignored = (await read(file)).split('\n')
    expect(ignored).toContain('service/deploy/.env')
    expect(ignored.some((one) => /^service\/deploy\/secrets\/?$/.test(one))).toBe(true)
  }
})

test('pages get at the store of the compose file by a name of its own', async () => {
  const { services } = parse(await read('compose.yaml'), { merge: true }) as Compose
  const { environment = {} } = services['api-1'] ?? {}
  expect(environment['EARSHOT_S3_PUBLIC_ENDPOINT']).toMatch(/^https:\/\/\$\{EARSHOT_STORE_HOST:\?/)
  const bucket = environment['EARSHOT_S3_BUCKET']
  const caddyfile = await read('Caddyfile')
  expect(caddyfile).toMatch(
    new RegExp(
      `^\\{\\$EARSHOT_STORE_HOST\\} \\{[^]*path /${bucket}/\\*[^]*reverse_proxy store:7070`,
      'm',
    ),
  )
  const passed = all(caddyfile, /\{\$(\w+)\}/g)
  expect(Object.keys(services['proxy']?.environment ?? {})).toEqual(passed)
  const allowed = services['store']?.environment?.['VGW_CORS_ALLOW_ORIGIN']
  expect(allowed).toBe(environment['EARSHOT_PUBLIC_BASE_URL'])
})

test.skipIf(process.platform === 'win32')(
  'the role of the database gets the password that the image has read, or is not made',
  async () => {
    const bin = await temporaryFolder()
    await mkdir(bin, { recursive: true })
    await writeFile(path.join(bin, 'psql'), '#!/bin/sh\nenv\ncat\n', { mode: 0o700 })
    const run = (env: Record<string, string>) =>
      spawnSync(path.join(folder, 'database-role.sh'), {
        encoding: 'utf8',
        env: { PATH: `${bin}:/usr/bin:/bin`, ...env },
      })
    const made = run({ POSTGRES_PASSWORD: 'quokka' })
    expect(made.status).toBe(0)
    expect(made.stdout).toContain('\\getenv password POSTGRES_PASSWORD')
    expect(made.stdout).toContain('POSTGRES_PASSWORD=quokka')
    for (const env of [{}, { POSTGRES_PASSWORD: '' }]) {
      const refused = run(env)
      expect([refused.status, refused.stdout]).toEqual([1, ''])
      expect(refused.stderr).toContain('secrets/database_password is empty')
    }
  },
)

test('every manifest is applied, but for the secret, which no later apply may put back', async () => {
  const { resources } = parse(await read('kubernetes/kustomization.yaml')) as {
    resources: string[]
  }
  const files = await readdir(path.join(folder, 'kubernetes'))
  const others = ['kustomization.yaml', 'secret.yaml']
  expect([...resources, ...others].toSorted()).toEqual(files.toSorted())
})

test('every image has an exact version', async () => {
  const texts = await Promise.all(['compose.yaml', 'Dockerfile', 'rotate-key.yaml'].map(read))
  const images = all(texts.join('\n'), /^(?: *image:|FROM) (\S+)/gm)
  expect(images.length).toBeGreaterThan(3)
  expect(images.filter((one) => !/:(\$\{EARSHOT_VERSION:-)?v?\d+\.\d+\.\d+/.test(one))).toEqual([])
})

test('the proxies pass on nothing that is for those who run the service', async () => {
  const [caddyfile = '', ingress = ''] = await Promise.all(
    ['Caddyfile', 'kubernetes/ingress.yaml'].map(read),
  )
  expect(caddyfile).toContain('@operations path /healthz /readyz /metrics')
  const own = all(ingress, /path: (\/\w+),?\s+pathType: Exact/g)
  expect(own).toEqual(['/healthz', '/readyz', '/metrics'])
})

const verifies = spawnSync('systemd-analyze', ['--version']).status === 0
test.skipIf(!verifies)('systemd takes the units', async () => {
  const units = await temporaryFolder()
  await mkdir(units, { recursive: true })
  for (const name of await readdir(path.join(folder, 'systemd'))) {
    const text = await read(`systemd/${name}`)
    const here = text.replace('/opt/earshot/node_modules/.bin/node', process.execPath)
    await writeFile(path.join(units, name), here.replace('WorkingDirectory=/opt/earshot', ''))
    const file = path.join(units, name.replace('@', '@1'))
    const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], {
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
  }
})

test('the units are given what the containers are given', async () => {
  const { services } = parse(await read('compose.yaml'), { merge: true }) as Compose
  const files = Object.keys(services['api-1']?.environment ?? {}).filter((name) =>
    name.endsWith('_FILE'),
  )
  for (const name of ['earshot@.service', 'earshot-check.service']) {
    const unit = await read(`systemd/${name}`)
    for (const [, file = '', credential = ''] of unit.matchAll(
      /^Environment=(\w+_FILE)=%d\/(\w+)$/gm,
    )) {
      expect(files).toContain(file)
      expect(unit).toContain(`LoadCredential=${credential}:/etc/earshot/secrets/${credential}`)
    }
    expect(all(unit, /^Environment=(\w+_FILE)=/gm).toSorted()).toEqual(files.toSorted())
  }
})

test('no link of a Service sets a variable that is ours', async () => {
  const documents = await Promise.all(
    ['kubernetes/api.yaml', 'kubernetes/worker.yaml', 'rotate-key.yaml'].map(read),
  )
  for (const text of documents) {
    const { spec } = parse(text) as Workload
    expect(spec.template.spec.enableServiceLinks).toBe(false)
  }
  const { data } = parse(await read('kubernetes/config.yaml')) as { data: Record<string, string> }
  // As an example that is started as it is.
  const secrets = parse(await read('kubernetes/secret.yaml')) as { stringData: typeof data }
  expect(readConfig({ ...data, ...secrets.stringData }).port).toBe(4777)
  expect(data['EARSHOT_PORT']).toBe('4777')
})
