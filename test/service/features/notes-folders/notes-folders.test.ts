import { mkdir, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { parse } from 'yaml'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { givenKey, givenProject } from '../../../support/factory.ts'
import { perChange } from '../../../support/nightly.ts'
import {
  folderUrl,
  givenFolder,
  givenRecordingWithTasks,
  givenTaskPrompt,
  listTasks,
  readNotes,
  settle,
  writerOfTwoTasks,
} from '../../../support/notes-folder.ts'

let app: TestApp
let promptId: string
beforeAll(async () => {
  app = await startTestApp({ writer: writerOfTwoTasks() })
  promptId = await givenTaskPrompt(app)
})
afterAll(() => app.stop())

let projectId: string
let contentId: string
let folder: string
const name = '2026-11-21 Call with Mary.md'
const recording = () => `/v1/projects/${projectId}/content/${contentId}`
const file = (below = name) => path.join(folder, below)
const read = (below = name) => readFile(file(below), 'utf8')
const names = async () => Object.keys(await readNotes(folder))
const edit = async (change: (text: string) => string, below = name) =>
  writeFile(file(below), change(await read(below)))
const giveTitle = (title: string) => app.call('PATCH', recording(), { body: { title } })

async function givenMirror() {
  const made = await givenFolder()
  const { id } = await givenProject(app)
  projectId = id
  onTestFinished(async () => {
    // Or each later test would have this folder looked for, too.
    await app.call('DELETE', folderUrl(id))
    await made.end()
  })
  contentId = await givenRecordingWithTasks(app, projectId, promptId)
  folder = made.path
  const answer = await app.call('PUT', folderUrl(projectId), { body: { path: folder } })
  expect(answer.status).toBe(200)
  await app.idle()
}
beforeEach(givenMirror)

test('a recording is a note with front matter, what was made of it, tasks and transcript', async () => {
  const text = await read()
  const link = `earshot://recordings/${projectId}/${contentId}`
  const [first, second] = await listTasks(app, projectId, contentId)
  expect(text).toContain(`---\ntitle: "Call with Mary"\ndate: 2026-11-21T09:00:00\n`)
  expect(text).toContain(
    `project: "Calls"\nearshot: "${link}"\n---\n\n<!-- earshot:begin ${contentId} `,
  )
  expect(text).toContain('## Meeting\n\n### Summary\n\nThey talk about a contract.\n')
  expect(text).toContain(`- [ ] Send the contract — Ada [→](${link}?task=${first?.id}&done=0)\n`)
  expect(text).toContain(`- [ ] Call \\*Paul\\* [→](${link}?task=${second?.id}&done=0)\n`)
  expect(text).toContain(
    `## Transcript\n\n**Speaker 1** [00:00:00](${link}?at=0.5)\\\nWe will send the contract on Friday.\n\n<!-- earshot:end `,
  )
  expect(text).toMatch(/\n<!-- earshot:end cont_\w{26} [0-9a-f]{12} -->\n$/)
  expect((await app.call('GET', folderUrl(projectId))).body.data).toEqual({
    project_id: projectId,
    path: folder,
    state: 'current',
    note_count: 1,
    waiting_count: 0,
    written_at: '2026-11-21T09:00:00.000Z',
    error: null,
  })
})

test('a note follows what people change in Earshot, and takes the name of its recording', async () => {
  await giveTitle('Budget')
  await app.call('PUT', `${recording()}/notes`, { body: { text: 'Ask <!-- Paul', markers: [] } })
  await app.idle()
  expect(await names()).toEqual(['2026-11-21 Budget.md'])
  const text = await read('2026-11-21 Budget.md')
  expect(text).toContain('# Budget\n')
  expect(text).toContain('## Notes\n\nAsk \\<!-- Paul\n')
})

test('what a person writes around the marks stays byte for byte, and a name that a person gave', async () => {
  await edit((text) => `${text.replace('---\n', '---\ntags: [call]\n')}\n\nMine, with blanks  \n`)
  await settle(app)
  await mkdir(file('Archive'))
  await rename(file(), file('Archive/Own name.md'))
  await settle(app)
  await giveTitle('Budget')
  await app.idle()
  expect(await names()).toEqual(['Archive/Own name.md'])
  const text = await read('Archive/Own name.md')
  expect(text).toMatch(/^---\ntags: \[call\]\ntitle: "Budget"\n/)
  expect(text).toMatch(/ -->\n\n\nMine, with blanks {2}\n$/)
})

test('what a person writes between the marks goes on below them', async () => {
  await edit((text) => text.replace('## Transcript\n', 'My own line\n\n## Transcript\n'))
  await settle(app)
  await giveTitle('Budget')
  await app.idle()
  const text = await read('2026-11-21 Budget.md')
  expect(text.split('My own line')).toHaveLength(2)
  expect(text).toMatch(/ -->\n\nMy own line\n$/)
})

test('a field of the front matter that a person changed or took out stays so', async () => {
  await edit((text) =>
    text.replace('title: "Call with Mary"', 'title: Mine').replace(/date: .*\n/, ''),
  )
  await settle(app)
  await giveTitle('Budget')
  await app.idle()
  const text = await read('2026-11-21 Budget.md')
  expect(text).toMatch(/^---\ntitle: Mine\nduration: /)
  // The same in another form is no change: it follows.
  await edit((now) => now.replace('project: "Calls"', 'project:\n  Calls'), '2026-11-21 Budget.md')
  await settle(app)
  await app.call('PATCH', `/v1/projects/${projectId}`, { body: { name: 'Sales' } })
  await app.idle()
  expect(await read('2026-11-21 Budget.md')).toContain('\nproject: "Sales"\n')
})

test('a tick comes in from the file, and goes out to it', async () => {
  const isDone = async () =>
    (await listTasks(app, projectId, contentId)).find(({ text }) => text === 'Send the contract')
  await edit((text) => text.replace(/- \[ \] (Send .*)/, '- [x] $1 ✅ 2026-11-26'))
  await settle(app)
  const task = await isDone()
  expect(task?.is_done).toBe(true)
  expect(await read()).toMatch(/- \[x\] Send the contract .*&done=1\) ✅ 2026-11-26\n/)
  await app.call('PATCH', `/v1/projects/${projectId}/actions/${task?.id}`, {
    body: { is_done: false },
  })
  await app.idle()
  expect(await read()).toMatch(/- \[ \] Send the contract .*&done=0\) ✅ 2026-11-26\n/)
})

test('a sign of another program stays until its task changes here', async () => {
  const [first] = await listTasks(app, projectId, contentId)
  await edit((text) => text.replace('- [ ] Send', '- [/] Send').replace('- [ ] Call', '- [-] Call'))
  await settle(app)
  await giveTitle('Budget')
  await app.idle()
  const renamed = '2026-11-21 Budget.md'
  expect(await read(renamed)).toMatch(/- \[\/\] Send .*\n- \[-\] Call /)
  expect((await listTasks(app, projectId, contentId)).map((task) => task.is_done)).toEqual([
    false,
    false,
  ])
  const url = `/v1/projects/${projectId}/actions/${first?.id}`
  await app.call('PATCH', url, { body: { is_done: true } })
  await app.idle()
  expect(await read(renamed)).toMatch(/- \[x\] Send .*\n- \[-\] Call /)
})

test('of two changes of a task the later one stays', async () => {
  const { id } = (await listTasks(app, projectId, contentId))[0] ?? { id: '' }
  const url = `/v1/projects/${projectId}/actions/${id}`
  const tick = (text: string) => text.replaceAll('- [ ]', '- [x]')
  const inApp = async () => (await listTasks(app, projectId, contentId)).map((one) => one.is_done)
  await edit(tick)
  await utimes(file(), new Date('2026-11-21T08:00:00Z'), new Date('2026-11-21T08:00:00Z'))
  await app.call('PATCH', url, { body: { is_done: true } })
  await app.call('PATCH', url, { body: { is_done: false } })
  await settle(app)
  expect(await inApp()).toEqual([false, true])
  expect(await read()).toMatch(/- \[ \] Send .*\n- \[x\] Call /)
})

test('a change of a file is noticed as it comes', async () => {
  await edit((text) => text.replace('- [ ] Send', '- [x] Send'))
  await vi.waitFor(async () => {
    // Long before the folder would be looked at anyway.
    app.clock.advance(500)
    await app.idle()
    expect(await read()).toMatch(/- \[x\] Send the contract .*&done=1\)\n/)
  }, 5_000)
})

test('a file that a person took away comes back with the next change', async () => {
  await rm(file())
  await settle(app)
  await giveTitle('Budget')
  await app.idle()
  expect(await names()).toEqual(['2026-11-21 Budget.md'])
})

test('a note in which nothing is a person’s goes with its recording; of others only its words go', async () => {
  await app.call('POST', `${recording()}/trash`)
  await app.idle()
  expect(await names()).toEqual([])
  await app.call('POST', `${recording()}/restore`)
  await app.idle()
  expect(await names()).toEqual([name])
  await edit((text) => `${text}Mine\n`)
  await settle(app)
  await app.call('POST', `${recording()}/trash`)
  await app.idle()
  expect(await read()).toContain('*This recording is in the bin in Earshot.*')
  expect(await read()).not.toContain('contract')
  expect(await read()).toMatch(/ -->\nMine\n$/)
  await app.call('POST', `${recording()}/restore`)
  await app.idle()
  expect(await read()).toContain('We will send the contract on Friday.')
  await app.call('DELETE', `/v1/projects/${projectId}`)
  await app.idle()
  expect(await read()).toMatch(/is deleted in Earshot\.\*\n<!-- .*-->\nMine\n$/)
})

test('with its recording a note moves into the folder of another project', async () => {
  const other = await givenFolder()
  onTestFinished(other.end)
  const to = (await givenProject(app, { name: 'Sales' })).id
  await app.call('PUT', folderUrl(to), { body: { path: other.path } })
  await edit((text) => `${text}Mine\n`)
  await settle(app)
  await app.call('PATCH', recording(), { body: { project_id: to } })
  await app.idle()
  expect(await names()).toEqual([])
  const notes = await readNotes(other.path)
  expect(Object.keys(notes)).toEqual([name])
  expect(notes[name]).toMatch(/ -->\nMine\n$/)
  expect(notes[name]).toContain('project: "Sales"')
})

const namedAs: [title: string, name: string][] = [
  ['Sales: [Acme] #3 ^2 | Q4?', '2026-11-21 Sales_ Acme 3 2 _ Q4_.md'],
  ['--- "quoted" \\ 🎉 ---', '2026-11-21 --- _quoted_ _ 🎉 ---.md'],
  ['[[#]]', '2026-11-21 Recording.md'],
  ['true', '2026-11-21 true.md'],
]
test.each(namedAs.slice(0, perChange(2, 4)))(
  '%s is a title in YAML, and a name that every system and link takes',
  async (title, named) => {
    await giveTitle(title)
    await app.idle()
    expect(await names()).toEqual([named])
    const front = /^---\n(.*?)\n---\n/s.exec(await read(named))?.[1] ?? ''
    expect(parse(front)).toMatchObject({
      title,
      date: expect.stringMatching(/^2026-11-21T09:\d\d:\d\d$/),
    })
  },
)

test('what was said makes no tag, highlight or comment of Obsidian or Logseq', async () => {
  await giveTitle('The #1 of ==all== %%calls%% in C#')
  await app.idle()
  expect(await read('2026-11-21 The 1 of ==all== %%calls%% in C.md')).toContain(
    '# The \\#1 of \\==all\\== \\%%calls\\%% in C#\n',
  )
})

test('other files of the folder stay as they are, also one of the same name', async () => {
  await writeFile(file('2026-11-21 Budget.md'), 'Somebody’s')
  await giveTitle('Budget')
  await app.idle()
  expect(await names()).toEqual(['2026-11-21 Budget (2).md', '2026-11-21 Budget.md'])
  expect(await read('2026-11-21 Budget.md')).toBe('Somebody’s')
})

test('a folder that is gone says so, and is written once it is back', async () => {
  await rename(folder, `${folder}-away`)
  await giveTitle('Budget')
  await app.idle()
  const state = async () => (await app.call('GET', folderUrl(projectId))).body.data
  expect(await state()).toMatchObject({
    state: 'failed',
    waiting_count: 1,
    error: { code: 'folder_missing' },
  })
  await rename(`${folder}-away`, folder)
  app.clock.advance(60_000)
  await app.idle()
  expect(await state()).toMatchObject({ state: 'current', waiting_count: 0, error: null })
  expect(await names()).toEqual(['2026-11-21 Budget.md'])
})

test('a folder that stays missing is a notice, until it is back or another one is chosen', async () => {
  const notices = async () => {
    const { body } = await app.call('GET', '/v1/notices')
    // Folders of other tests are gone as well.
    return body.data.filter(({ link }: { link: string }) => link.includes(projectId))
  }
  const pass = async (minutes: number) => {
    for (let left = minutes; left > 0; left -= 1) await settle(app)
  }
  await rename(folder, `${folder}-away`)
  await pass(12)
  expect(await notices()).toMatchObject([
    {
      kind: 'notes_folder_missing',
      body: expect.stringContaining(`${folder} is not there, so no notes are written there.`),
    },
  ])
  await rename(`${folder}-away`, folder)
  await pass(2)
  expect(await notices()).toEqual([])
  await rename(folder, `${folder}-away`)
  await pass(12)
  expect(await notices()).toHaveLength(1)
  const other = await givenFolder()
  onTestFinished(other.end)
  await app.call('PUT', folderUrl(projectId), { body: { path: other.path } })
  expect(await notices()).toEqual([])
  await rename(`${folder}-away`, folder)
})

test('no longer mirrored, the files stay as they are', async () => {
  const before = await read()
  const answer = await app.call('DELETE', folderUrl(projectId))
  expect(answer.body.data).toMatchObject({ path: null, state: 'off' })
  await giveTitle('Budget')
  await app.idle()
  expect(await readNotes(folder)).toEqual({ [name]: before })
})

test('only a usable folder is taken', async () => {
  const refusal = async (given: string, project = projectId) => {
    const answer = await app.call('PUT', folderUrl(project), { body: { path: given } })
    expect(answer.status).toBe(400)
    return answer.body.error.details[0].code
  }
  expect(await refusal('Notes')).toBe('not_absolute')
  expect(await refusal(file('nothing'))).toBe('folder_missing')
  expect(await refusal(file())).toBe('folder_missing')
  expect(await refusal(app.dataDir)).toBe('own_folder')
  expect(await refusal(path.dirname(app.dataDir))).toBe('own_folder')
  await symlink(app.dataDir, file('link'))
  expect(await refusal(file('link'))).toBe('own_folder')
  await mkdir(file('below'))
  const other = (await givenProject(app, { name: 'Sales' })).id
  expect(await refusal(file('below'), other)).toBe('taken')
})

test('a key that is restricted to the project may not choose places of the machine', async () => {
  const key = await givenKey(app, { project_ids: [projectId] })
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const body = method === 'PUT' ? { body: { path: folder } } : {}
    const answer = await app.call(method, folderUrl(projectId), { key, ...body })
    expect([answer.status, answer.body.error.code]).toEqual([403, 'project_access_denied'])
  }
})
