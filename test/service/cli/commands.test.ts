import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { runCommand } from '../../support/command-line.ts'
import { isNightly } from '../../support/nightly.ts'
import { liveWav } from '../../support/sound.ts'
import { makeTarget, openStage, type Stage } from '../http/authorization-stage.ts'
import { operations as all, type Operation } from '../http/operations.ts'
import { browserOnly, ofMoves, table, type Given } from './command-table.ts'

const operations = all.filter(({ id }) => !browserOnly.has(id) && !ofMoves.has(id))

const notedMeeting = {
  name: 'weekly',
  turns: [
    { speaker: 'Mary', text: 'We will send the contract on Friday.' },
    { speaker: 'Tom', text: 'Good.' },
  ],
  notes: {
    summary: 'Mary sends the contract.',
    action_items: [{ turns: [0], strength: 'clear' }],
    decisions: [],
    open_questions: [],
  },
}

let stage: Stage
let folder: string
let files: Given
beforeAll(async () => {
  stage = await openStage()
  folder = await mkdtemp(path.join(tmpdir(), 'earshot-commands-'))
  const place = (name: string) => path.join(folder, name)
  files = { file: place('call.wav'), target: place('saved.wav'), prompt: place('Objections.txt') }
  files['sound'] = place('remark.wav')
  await writeFile(place('remark.wav'), liveWav(1))
  files['transcriptFile'] = place('call.vtt')
  await writeFile(place('call.vtt'), 'WEBVTT\n\n00:01.000 --> 00:03.000\n<v Mary>We will.\n')
  files['schema'] = place('schema.json')
  files['meetings'] = place('meetings.jsonl')
  files['notes'] = folder
  files['folder'] = stage.folder
  files['inbox'] = import.meta.dirname
  files['calendar'] = place('work.ics')
  await writeFile(place('work.ics'), 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n')
  await writeFile(place('meetings.jsonl'), JSON.stringify(notedMeeting))
  await writeFile(place(`${notedMeeting.name}.json`), JSON.stringify(notedMeeting.notes))
  await writeFile(place('call.wav'), 'some recorded bytes')
  await writeFile(place('Objections.txt'), 'Which objections came up? {{transcript}}')
  const schema = { type: 'object', properties: { summary: { type: 'string' } } }
  await writeFile(place('schema.json'), JSON.stringify(schema))
  const body = { name: 'Short', template: 'Sum up: {{transcript}}', output_schema: schema }
  files['ownPrompt'] = (await stage.app.call('POST', '/v1/prompts', { body })).body.data.id
})
afterAll(async () => {
  await stage?.stop()
  await rm(folder, { recursive: true, force: true })
})
afterEach(async () => {
  vi.restoreAllMocks()
  // One of the commands pauses it, and others wait for their turn.
  await stage.app.call('POST', '/v1/queue/resume')
})

test('every operation of the API has its command', () => {
  const ids = operations.map(({ id }) => id)
  expect(Object.keys(table).toSorted()).toEqual(ids.toSorted())
})

let people = 0
/** What an operation is about, made new; the token of a signed address is found by the command. */
async function give(operation: Operation): Promise<Given> {
  const { app, receiver, projectId } = stage
  const params = operation.path.includes('{token}')
    ? { ...operation, id: 'getContent', path: '/v1/projects/{projectId}/content/{contentId}' }
    : operation
  const target = await makeTarget(stage, params)
  const address = target.split('/')
  const names = params.path.split('/').map((part) => /^\{(\w+)\}$/.exec(part)?.[1])
  const ids = names.flatMap((name, at) => (name ? [[name, address[at] ?? '']] : []))
  people += 1
  const email = `invited-${people}@example.org`
  const takesLink = ['lookUpInvitation', 'acceptInvitation'].includes(operation.id)
  const invited = takesLink ? await app.call('POST', '/v1/invitations', { body: { email } }) : null
  return {
    ...files,
    projectId,
    email: `mailed-${people}@example.org`,
    link: invited?.body.data.accept_url ?? '',
    url: receiver.url('/200', '127.0.0.1'),
    modelServer: stage.modelServer.baseUrl,
    first: `evt_${'0'.repeat(26)}`,
    ...(operation.id === 'splitSpeaker' && { segmentId: await firstSegment(target) }),
    ...Object.fromEntries(ids),
  }
}

async function firstSegment(target: string): Promise<string> {
  const { body } = await stage.app.call('GET', target.replace(/\/speakers\/.*/, ''))
  return body.data.segments[0].id
}

const environment = (): Record<string, string> => ({
  EARSHOT_BASE_URL: stage.app.baseUrl,
  EARSHOT_API_KEY: stage.app.sessionToken,
  EARSHOT_PASSPHRASE: 'seven otters cross the old bridge',
})

/**
 * By night only: a backup that is made and proved, as `earshot backup FILE` has it, too, and figures of a model, for
 * which calls are read and written up.
 */
const dear: ReadonlySet<string> = new Set(['createBackup', 'recordModelFigures'])

const placeOf = ({ id }: Operation) => operations.findIndex((each) => each.id === id)

/** Most commands are made by one function: with each change every third is called, and what saves a file. */
function isDue(operation: Operation): boolean {
  if (isNightly) return true
  if (dear.has(operation.id)) return false
  return operation.id === 'downloadBackup' || placeOf(operation) % 3 === 0
}

test.each(operations.filter(isDue))(
  '$id is called by its command, for people or as JSON',
  async (operation) => {
    const row = table[operation.id]
    if (!row) throw new Error(`${operation.id} has no row in command-table.ts.`)
    const isMeant = (request: Request) =>
      request.method === operation.method &&
      toPattern(operation).test(new URL(request.url).pathname)
    let given: Given | undefined
    for (const more of formsOf(operation)) {
      stage.app.clock.advance(120_000) // every limit is full again
      // What is only read serves twice.
      given = given && operation.method === 'GET' ? given : await give(operation)
      const args = row(given).map((word) => word ?? '')
      await stage.app.idle()
      const calls: Request[] = []
      const real = globalThis.fetch
      const spy = vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
        calls.push(
          new Request(String(input instanceof Request ? input.url : input), {
            method: (input instanceof Request ? input.method : init?.method) ?? 'GET',
          }),
        )
        return real(input, init)
      })
      const ran = await runCommand([...args, ...more], { env: environment() })
      spy.mockRestore()
      expect(ran, args.join(' ')).toMatchObject({ code: 0, stderr: '' })
      expect(calls.filter(isMeant).length, args.join(' ')).toBeGreaterThan(0)
      if (more.length > 0) expect(JSON.parse(ran.stdout)).toBeTypeOf('object')
      else expect(ran.stdout.trim()).not.toBe('')
      await stage.app.idle()
    }
  },
)

/** For people and as JSON. With each change a command is called in one form only, in turn. */
function formsOf(operation: Operation): string[][] {
  if (isNightly) return [[], ['--json']]
  return placeOf(operation) % 2 === 0 ? [[]] : [['--json']]
}

const toPattern = ({ path: address }: Operation) =>
  new RegExp(`^${address.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
