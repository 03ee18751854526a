// A library of one machine goes to a server of a team: PGlite and files there, PostgreSQL (and a store) here.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createEarshot, type Earshot } from 'earshot/client'
import { sql as raw } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { runCommand } from '../../support/command-line.ts'
import { startDesktop, type DesktopLibrary } from '../../support/desktop-library.ts'
import { givenKey } from '../../support/factory.ts'
import { isNightly } from '../../support/nightly.ts'
import { givenMember } from '../../support/people.ts'
import { findS3Server, startS3Server } from '../../support/s3-server.ts'

let desktop: DesktopLibrary
beforeAll(async () => {
  desktop = await startDesktop()
})
afterAll(() => desktop.app.stop())

type Team = { app: TestApp; api: Earshot; key: string; env: Record<string, string> }

async function startTeam(env: Record<string, string> = {}, from = desktop): Promise<Team> {
  const app = await startTestApp({ env: { EARSHOT_RATE_LIMIT_FACTOR: '100', ...env } })
  const key = await givenKey(app, {})
  const api = createEarshot({ baseUrl: app.baseUrl, apiKey: key })
  return { app, api, key, env: { EARSHOT_DATA_DIR: from.app.dataDir, EARSHOT_MOVE_KEY: key } }
}

const run = ({ app, env }: Team, ...more: string[]) =>
  runCommand(['move', '--to', app.baseUrl, ...more], { env })

/** All rows that went along, by table. */
async function countRows({ app }: Team): Promise<Record<string, number>> {
  const tables = [
    ...(['projects', 'prompts', 'prompt_versions', 'content', 'transcripts'] as const),
    ...(['analysis_runs', 'action_items', 'content_notes', 'voices', 'speaker_voices'] as const),
    ...(['search_documents', 'waveforms'] as const),
  ]
  const counts: Record<string, number> = {}
  for (const table of tables) {
    const { rows } = await raw<{ count: number }>`
      SELECT count(*) AS count FROM ${raw.table(table)}`.execute(app.deps.db.sql)
    counts[table] = rows[0]?.count ?? 0
  }
  return counts
}

/** What a library answers about itself, without what names the one that answers. */
async function describeLibrary(api: Earshot): Promise<unknown> {
  const bundles: unknown[] = []
  for (const type of ['prompt', 'project', 'content'] as const) {
    for await (const { id } of api.all(api.listBundles, { query: { type } })) {
      const { media, ...bundle } = (await api.getBundle({ path: { bundleId: id } })).data
      bundles.push({ ...bundle, sha256: media?.sha256 })
    }
  }
  const { data: events } = await api.listEvents({ query: { limit: 100 } })
  return { bundles, events: events.map(({ id }) => id) }
}

describe('a library that is moved', () => {
  let team: Team
  beforeAll(async () => {
    team = await startTeam()
  })
  afterAll(() => team.app.stop())

  test('is on the server with its ids, times and words, and unchanged here', async () => {
    const before = await describeLibrary(desktop.api)
    const moved = await run(team, '--json')
    expect(moved.stderr).toBe('')
    expect(JSON.parse(moved.stdout)).toMatchObject({
      ...{ prompts: 1, projects: 2, recordings: 4, terms_added: 1, left_out: [], differences: [] },
      stays: expect.arrayContaining([
        expect.objectContaining({ names: expect.arrayContaining(['Report']) }),
      ]),
    })
    expect(moved.code).toBe(0)
    expect(await describeLibrary(desktop.api)).toEqual(before)
  })

  test('reads the same through the API, where it is found, listed and played', async () => {
    const path = desktop.recording
    const read = async (api: Earshot) => {
      const { data: transcript } = await api.getTranscript({ path })
      const { data: versions } = await api.listTranscriptVersions({ path })
      const { data: item } = await api.getContent({ path, query: { include: 'analyses' } })
      const { data: actions } = await api.listActions({ path })
      const { data: trash } = await api.listTrash()
      const of = ({ edited_by: _member, ...rest }: { edited_by: string | null }) => rest
      const played = await fetch(item.media?.url ?? '')
      return {
        item: { ...item, media: null, analyses: undefined },
        analyses: item.analyses?.map(({ prompt_id: _own, ...rest }) => rest),
        transcript: of(transcript),
        versions: versions.map(of),
        notes: (await api.getNotes({ path })).data,
        chapters: (await api.listChapters({ path })).data,
        actions,
        trash,
        bytes: Buffer.from(await played.arrayBuffer()).toString('hex'),
      }
    }
    const there = await read(team.api)
    expect(there).toEqual(await read(desktop.api))
    expect(there).toMatchObject({ item: { title: 'Call with Mary' }, versions: [{}, {}] })
    expect(there.actions.every(({ is_done }) => is_done)).toBe(true)

    const { data: hits } = await team.api.searchContent({ query: { q: 'Tuesday' } })
    expect(hits.map(({ id }) => id)).toEqual([desktop.recordingId])
    const { data: prompts } = await team.api.listPromptVersions({
      path: { promptId: desktop.promptId },
    })
    expect(prompts).toHaveLength(2)
    const { data: org } = await team.api.getOrganization()
    expect(org.settings.vocabulary.map(({ term }) => term)).toEqual(['Kubernetes'])
    const { data: events } = await team.api.listEvents()
    expect(events).toEqual([])
  })

  test('can be taken out of the bin there', async () => {
    const { data } = await team.api.restoreContent({
      path: { projectId: desktop.projectId, contentId: desktop.binnedId },
    })
    expect(data.id).toBe(desktop.binnedId)
    const path = { projectId: desktop.projectId, contentId: desktop.binnedId }
    expect((await team.api.getContent({ path })).data.status).toBe('completed')
    await team.api.trashContent({ path })
  })

  test('is compared: what differs is named, and stays as it is', async () => {
    const path = desktop.recording
    const there = await countRows(team)
    await team.api.updateContent({ path, body: { title: 'Another title' } })
    const markers = [{ at_seconds: 1, label: '' }]
    await team.api.putNotes({ path, body: { text: 'Other notes', markers } })
    const again = await run(team)
    expect(again.code).toBe(1)
    expect(again.stdout).toContain(
      `Differs: recording "Call with Mary" (${desktop.recordingId}): title, times or state, notes`,
    )
    expect(again.stderr).toContain('Not everything is on the server as it is here')
    expect((await team.api.getContent({ path })).data.title).toBe('Another title')
    expect(await countRows(team)).toEqual(there)
  })

  test('needs the key of an admin, an address that nobody reads along, and a server that answers', async () => {
    const member = await givenMember(team.app, { email: 'max@example.org' })
    const asking = (key: string, to = team.app.baseUrl) =>
      runCommand(['move', '--to', to], { env: { ...team.env, EARSHOT_MOVE_KEY: key } })
    expect(await asking(member.key)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('This takes the key of an admin of'),
    })
    const own = await givenKey(team.app, { project_ids: [desktop.projectId] })
    expect((await asking(own)).stderr).toContain('that is not restricted to projects')
    expect((await asking('sk_live_unknown')).stderr).toContain('does not know this key')
    const open = await asking(team.key, 'http://earshot.example.org')
    expect(open).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('takes the https address'),
    })
    expect(await runCommand(['move'], { env: team.env })).toMatchObject({ code: 2 })
  })
})

describe('a move that is broken off', () => {
  let team: Team
  beforeAll(async () => {
    team = await startTeam()
  })
  afterAll(() => team.app.stop())
  afterEach(() => vi.restoreAllMocks())

  const entry = fileURLToPath(new URL('../../../service/cli/earshot.ts', import.meta.url))

  /** Until there is so much on the server; then the power is cut. */
  async function runUntil(isSo: () => Promise<boolean>): Promise<void> {
    const child = spawn(process.execPath, [entry, 'move', '--to', team.app.baseUrl], {
      env: { ...process.env, NODE_OPTIONS: '', ...team.env },
      stdio: 'ignore',
    })
    const gone = once(child, 'exit')
    await vi.waitUntil(async () => child.exitCode !== null || (await isSo()), {
      ...{ timeout: 60_000, interval: 1 },
    })
    child.kill('SIGKILL')
    await gone
  }

  test.runIf(isNightly)(
    'goes on with the same command, wherever it was killed, and doubles nothing',
    async () => {
      const { sql } = team.app.deps.db
      const inState = (status: 'uploaded' | 'completed', count: number) => async () => {
        const rows = await sql
          .selectFrom('content')
          .select('id')
          .where('status', '=', status)
          .execute()
        return rows.length >= count
      }
      const isThere = (table: 'prompts' | 'projects', id: string) => async () =>
        (await sql.selectFrom(table).select('id').where('id', '=', id).execute()).length > 0
      const hasWords = async () =>
        (await sql.selectFrom('transcripts').select('version').execute()).length > 0
      await runUntil(isThere('prompts', desktop.promptId))
      await runUntil(isThere('projects', desktop.projectId))
      await runUntil(inState('uploaded', 1))
      await runUntil(hasWords)
      await runUntil(inState('completed', 1))
      const moved = await run(team)
      expect(moved.stdout).toContain('Compared: both sides are the same.')
      expect(moved.code).toBe(0)
      const counts = await countRows(team)
      expect(counts).toMatchObject({ content: 4, prompts: expect.any(Number) })
      expect(await run(team)).toMatchObject({ code: 0 })
      expect(await countRows(team)).toEqual(counts)
    },
  )

  test.runIf(isNightly)('ends cleanly at Ctrl-C, and bears a connection that breaks', async () => {
    const fresh = await startTeam()
    const real = globalThis.fetch
    const stopping = new AbortController()
    let uploads = 0
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const url = String(input instanceof Request ? input.url : input)
      if (!url.includes('/v1/uploads/')) return real(input, init)
      uploads += 1
      if (uploads === 1) stopping.abort()
      if (uploads === 2) throw new TypeError('fetch failed')
      return real(input, init)
    })
    const stopped = await runCommand(['move', '--to', fresh.app.baseUrl], {
      ...{ env: fresh.env, signal: stopping.signal },
    })
    expect(stopped.code).toBe(130)
    expect(stopped.stderr).toContain('The same command goes on where it stopped.')
    const moved = await run(fresh)
    expect(moved).toMatchObject({ code: 0 })
    expect(uploads).toBeGreaterThan(5)
    const counts = await countRows(fresh)
    expect(counts).toMatchObject({ content: 4 })
    await fresh.app.stop()
  })
})

const program = findS3Server()

// With each change uploads/store.test.ts uploads to a store, as a move does.
test.runIf(isNightly && program !== null)(
  'recordings go to the store of the server, large ones in parts',
  async () => {
    const store = await startS3Server(program ?? '')
    // Above 64 MB it goes in parts, which takes half a minute.
    const library = await startDesktop(66_000_000)
    const team = await startTeam(store.env, library)
    const moved = await run(team)
    expect(moved.stderr).toBe('')
    expect(moved.stdout).toContain('Compared: both sides are the same.')
    const ids = [library.recordingId, library.importedId, library.binnedId, library.buriedId]
    expect(await store.names('recordings')).toEqual(
      expect.arrayContaining(ids.map((id) => expect.stringContaining(id))),
    )
    expect(await store.unfinished()).toEqual([])
    await team.app.stop()
    await library.app.stop()
    await store.remove()
  },
)
