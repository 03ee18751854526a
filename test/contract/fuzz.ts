import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isNightly } from '../support/nightly.ts'
import { createCall, until, type Call } from './support/call.ts'
import { startChildService } from './support/child-service.ts'
import { openUpload, sendBytes, tone } from './support/uploads.ts'

/**
 * `npm run fuzz`: Schemathesis over the OpenAPI document of a real service in a temporary folder,
 * with scripted engines: coverage, fuzzing and stateful phases, one seed; 2,000 cases, by night
 * 20,000. Arguments are passed on.
 */
const program = process.env['EARSHOT_SCHEMATHESIS'] ?? 'schemathesis'
const seed = process.env['EARSHOT_FUZZ_SEED'] ?? '20261121'
const atLeast = isNightly ? 20_000 : 2_000

if (spawnSync(program, ['--version']).status !== 0) {
  process.stderr.write(
    `FUZZING DID NOT RUN: there is no ${program}.\n` +
      '  python3 -m venv /tmp/schemathesis && /tmp/schemathesis/bin/pip install schemathesis==4.32.5\n' +
      '  EARSHOT_SCHEMATHESIS=/tmp/schemathesis/bin/schemathesis npm run fuzz\n',
  )
  process.exit(1)
}

const folder = await mkdtemp(path.join(tmpdir(), 'earshot-fuzz-'))
const service = await startChildService({
  dataDir: path.join(folder, 'data'),
  logFile: path.join(folder, 'service.log'),
  entry: 'test/support/serve-with-scripted-engine.ts',
  env: {
    EARSHOT_RATE_LIMIT_FACTOR: '100000',
    EARSHOT_WEBHOOK_ALLOW: '127.0.0.1',
    EARSHOT_LOG_LEVEL: 'warn',
    NODE_OPTIONS: `--import=${path.join(import.meta.dirname, 'support/names-stay-here.ts')}`,
  },
})
try {
  process.exitCode = await fuzz()
} finally {
  await service.stop()
  if (process.exitCode === 0) await rm(folder, { recursive: true, force: true })
  else process.stdout.write(`Kept for a look: ${folder}\n`)
}

async function fuzz(): Promise<number> {
  const config = path.join(folder, 'schemathesis.toml')
  const report = path.join(folder, 'report.json')
  await writeFile(config, writeConfig(await seedRecords(createCall(service.baseUrl, service.key))))
  const options = [
    ['--url', service.baseUrl],
    ['--header', `Authorization: Bearer ${service.key}`],
    ['--phases', 'coverage,fuzzing,stateful'],
    ['--seed', seed, '--generation-database', 'none'],
    [
      '--max-examples',
      isNightly ? '200' : '25',
      '--continue-on-failure',
      '--request-timeout',
      '20',
    ],
    ['--report', 'json', '--report-json-path', report],
    // Whether a right form is taken depends on other records: an unknown prompt, a cursor, a key.
    ['--exclude-checks', 'positive_data_acceptance'],
    // A stream does not end; its own tests read it.
    ['--exclude-operation-id', 'streamEvents'],
  ].flat()
  const address = `${service.baseUrl}/v1/openapi.json`
  const own = process.argv.slice(2)
  const args = ['--config-file', config, 'run', address, ...options, ...own]
  const child = spawn(program, args, { cwd: folder, stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  const log = await readFile(path.join(folder, 'service.log'), 'utf8')
  const broken = log.split('\n').filter((line) => line.includes('request failed'))
  for (const line of broken.slice(0, 10)) process.stdout.write(`In the log: ${line}\n`)
  const cases = await countCases(report)
  if (cases < atLeast) process.stdout.write(`Only ${cases} cases; ${atLeast} are asked for.\n`)
  return code === 0 && broken.length === 0 && cases >= atLeast ? 0 : 1
}

async function countCases(report: string): Promise<number> {
  const text = await readFile(report, 'utf8').catch(() => '{}') // none where it ended early
  // Schemathesis's own form of report.
  const { test_cases } = JSON.parse(text) as { test_cases?: { generated: number } }
  return test_cases?.generated ?? 0
}

type Records = Record<string, string>

/** One of everything, so that requests find something, and one of what can be deleted. */
async function seedRecords(call: Call): Promise<{ kept: Records; doomed: Records }> {
  const project = await make(call, '/v1/projects', { name: 'Sales calls' })
  const template = 'Sum up: {{transcript}}'
  const output_schema = { type: 'object', properties: { summary: { type: 'string' } } }
  const makePrompt = () => make(call, '/v1/prompts', { name: 'Short', template, output_schema })
  const makeWebhook = () =>
    make(call, '/v1/webhooks', { url: 'https://hooks.example.com/', events: ['webhook.test'] })
  const invite = (email: string) => make(call, '/v1/invitations', { email })
  const content = await makeRecording(call, project)
  const [prompt, webhook] = [await makePrompt(), await makeWebhook()]
  const kept = {
    projectId: project,
    contentId: content,
    promptId: prompt,
    analysisId: await makeAnalysis(call, `/v1/projects/${project}/content/${content}`, prompt),
    webhookId: webhook,
    deliveryId: await make(call, `/v1/webhooks/${webhook}/test`),
    keyId: await make(call, '/v1/api-keys', { name: 'A key' }),
    invitationId: await invite('mary@example.com'),
    memberId: await firstId(call, '/v1/members'),
    eventId: await firstId(call, '/v1/events'),
  }
  const doomed = {
    deleteProject: await make(call, '/v1/projects', { name: 'To delete' }),
    trashProject: await make(call, '/v1/projects', { name: 'To throw away' }),
    deleteContent: await makeRecording(call, project),
    trashContent: await makeRecording(call, project),
    deletePrompt: await makePrompt(),
    trashPrompt: await makePrompt(),
    deleteWebhook: await makeWebhook(),
    deleteApiKey: await make(call, '/v1/api-keys', { name: 'To revoke' }),
    deleteInvitation: await invite('john@example.com'),
  }
  return { kept, doomed }
}

async function firstId(call: Call, address: string): Promise<string> {
  const { body } = await call('GET', address)
  return String(body.data[0].id)
}

async function makeAnalysis(call: Call, content: string, prompt: string): Promise<string> {
  const id = await make(call, `${content}/analyze`, { prompt_id: prompt }, 'analysis_id')
  await until('the analysis', async () => {
    const { body } = await call('GET', `${content}/analyses/${id}`)
    return body.data.status === 'completed'
  })
  return id
}

async function make(call: Call, address: string, body?: object, id = 'id'): Promise<string> {
  const answer = await call('POST', address, body && { body })
  if (answer.status >= 300) throw new Error(`${address}: ${JSON.stringify(answer.body)}`)
  return String(answer.body.data[id])
}

async function makeRecording(call: Call, projectId: string): Promise<string> {
  const bytes = tone()
  const file = { filename: 'call.wav', content_type: 'audio/wav', size_bytes: bytes.length }
  const { session } = await openUpload(call, projectId, file)
  await sendBytes(session, bytes)
  const address = `/v1/projects/${projectId}/content/${session.content_id}`
  await call('POST', `${address}/upload-complete`)
  await until('the transcript', async () => {
    const { body } = await call('GET', address)
    return body.data.status === 'completed'
  })
  return session.content_id
}

/** Requests use the records made here; what deletes gets others, so that the rest stays. */
function writeConfig({ kept, doomed }: { kept: Records; doomed: Records }): string {
  const parameters = Object.entries(kept).map(([name, id]) => `${name} = "${id}"`)
  const operations = Object.entries(doomed).flatMap(([operation, id]) => {
    const noun = operation.replace('delete', '').replace('ApiKey', 'Key')
    const name = `${noun.charAt(0).toLowerCase()}${noun.slice(1)}Id`
    const overrides = Object.entries({ ...kept, [name]: id }).map(
      ([key, value]) => `${key} = "${value}"`,
    )
    return [
      '[[operations]]',
      `include-operation-id = "${operation}"`,
      `parameters = { ${overrides.join(', ')} }`,
    ]
  })
  // Its one failure of this kind is a wrong id of ours that the right one above takes the place of.
  const restore = ['[[operations]]', 'include-operation-id = "restoreTranscriptVersion"']
  const unchecked = [...restore, 'checks.negative_data_rejection.enabled = false']
  const hooks = `hooks = "${path.join(import.meta.dirname, 'support/documented_codes.py')}"`
  return [hooks, '[parameters]', ...parameters, ...operations, ...unchecked, ''].join('\n')
}
