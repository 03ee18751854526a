import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../../service/config.ts'

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
  services: Record<string, { secrets?: string[]; volumes?: string[] }>
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

test('every manifest is applied', async () => {
  const { resources } = parse(await read('kubernetes/kustomization.yaml')) as {
    resources: string[]
  }
  const files = await readdir(path.join(folder, 'kubernetes'))
  expect([...resources, 'kustomization.yaml'].toSorted()).toEqual(files.toSorted())
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
