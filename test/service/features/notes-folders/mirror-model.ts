// Changes a mirrored project on both sides at random, and knows what has to be there afterwards.
import { mkdir, mkdtemp, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { openTestDatabase } from '../../../support/database.ts'
import { givenProject } from '../../../support/factory.ts'
import { perChange } from '../../../support/nightly.ts'
import {
  folderUrl,
  givenRecordingWithTasks,
  givenTaskPrompt,
  listTasks,
  settle,
  writerOfTwoTasks,
} from '../../../support/notes-folder.ts'

type Recording = {
  id: string
  title: string
  projectId: string
  isTrashed: boolean
  /** A person took its file away, and nothing was said since. */
  isAway: boolean
  /** Earlier words of Earshot count as a person's, because somebody took a mark away. */
  hasOldWords: boolean
  /** What a person wrote, each once. */
  lines: string[]
  /** By their texts. */
  ticks: Record<string, boolean>
  /** A tick in the file is not taken in yet. */
  isTickPending: boolean
}
type NoteFile = { file: string; text: string }

export type Mirror = {
  change: () => Promise<void>
  /** What is not as it has to be, once both sides have come together. */
  differences: () => Promise<string[]>
  history: () => string
  end: () => Promise<void>
}

/** The same seed gives the same changes (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) / 4_294_967_296
  }
}

const fewest = perChange(3, 5)

export async function openMirror(seed: number): Promise<Mirror> {
  const random = randomOf(seed)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T // none is empty
  const root = await mkdtemp(path.join(tmpdir(), 'earshot-both-sides-'))
  const database = await openTestDatabase()
  const start = (): Promise<TestApp> =>
    startTestApp({
      env: { EARSHOT_DATA_DIR: path.join(root, 'data'), EARSHOT_RATE_LIMIT_FACTOR: '1000' },
      db: { ...database, close: async () => {} },
      writer: writerOfTwoTasks(),
    })
  let app = await start()
  const promptId = await givenTaskPrompt(app)
  const history: string[] = []
  let number = 0

  const folders = ['first', 'second', 'other'].map((name) => path.join(root, name))
  for (const folder of folders) await mkdir(folder)
  const [first = '', second = '', other = ''] = folders
  const [mirrored, elsewhere, plain] = [
    (await givenProject(app, { name: 'Mirrored' })).id,
    (await givenProject(app, { name: 'Elsewhere' })).id,
    (await givenProject(app, { name: 'Without a folder' })).id,
  ]
  let current = first
  const choose = (projectId: string, folder: string) =>
    call('PUT', folderUrl(projectId), { path: folder })
  const folderOf = (projectId: string): string | undefined =>
    ({ [mirrored]: current, [elsewhere]: other })[projectId]

  const recordings: Recording[] = []
  /** What a person wrote in notes of recordings that were deleted since. */
  const remains: string[] = []
  const foreign = new Map<string, string>()

  async function call(method: string, url: string, body?: object): Promise<void> {
    const answer = await app.call(method, url, body ? { body } : {})
    if (answer.status >= 400) throw new Error(`${method} ${url}: ${JSON.stringify(answer.body)}`)
  }
  const urlOf = ({ id, projectId }: Recording) => `/v1/projects/${projectId}/content/${id}`

  async function add(): Promise<void> {
    const id = await givenRecordingWithTasks(app, mirrored, promptId)
    const tasks = await listTasks(app, mirrored, id)
    recordings.push({
      ...{ id, title: 'Call with Mary', projectId: mirrored },
      ...{ isTrashed: false, isAway: false, hasOldWords: false, isTickPending: false },
      lines: [],
      ticks: Object.fromEntries(tasks.map(({ text, is_done: isDone }) => [text, isDone])),
    })
  }

  async function readFiles(): Promise<NoteFile[]> {
    const names = await readdir(root, { recursive: true })
    const notes = names.filter((name) => name.endsWith('.md') && !name.startsWith('data'))
    const read = Promise.all(
      notes.toSorted().map(async (name) => {
        const file = path.join(root, name)
        return { file, text: await readFile(file, 'utf8') }
      }),
    )
    // One took another name between the two steps: all are read again.
    return read.catch(readFiles)
  }
  const isNoteOf = ({ text }: NoteFile, { id }: Recording): boolean =>
    text.includes(`<!-- earshot:begin ${id}`) || new RegExp(`^earshot: .*${id}`, 'm').test(text)
  const filesOf = async (one: Recording) =>
    (await readFiles()).filter((file) => isNoteOf(file, one))

  /** As an editor does, at the time of the test. */
  async function writeByHand(file: string, text: string): Promise<void> {
    await writeFile(file, text)
    await utimes(file, app.clock.now(), app.clock.now())
  }
  async function editByHand(one: Recording, edit: (text: string) => string): Promise<boolean> {
    if (one.isTickPending) await settleAll()
    const [found] = await filesOf(one)
    if (!found) return false
    await writeByHand(found.file, edit(found.text))
    return true
  }
  async function writeLine(one: Recording, put: (text: string, line: string) => string) {
    const line = `line-${++number}-of-${seed}`
    if (!(await editByHand(one, (text) => put(text, line)))) return
    // Where there is no such place, nothing was written.
    if ((await filesOf(one)).some(({ text }) => text.includes(line))) one.lines.push(line)
  }
  async function settleAll(): Promise<void> {
    await settle(app)
    for (const one of recordings) one.isTickPending = false
  }
  const changed = (one: Recording): void => {
    one.isAway = false
  }
  /** Earshot's part; of a mark that somebody left alone, nothing. */
  const blockOf = (text: string, id: string): { start: number; end: number } | undefined => {
    const ends = [...text.matchAll(new RegExp(`<!-- earshot:end ${id}`, 'g'))]
    return ends
      .map(({ index: end }) => ({ start: text.lastIndexOf(`<!-- earshot:begin ${id}`, end), end }))
      .find(({ start: at }) => at >= 0)
  }

  const inEarshot: Record<string, (one: Recording) => Promise<void>> = {
    title: async (one) => {
      one.title = `Title ${pick(['one', 'two', 'three', `${++number}`])}`
      if (!one.isTrashed) await call('PATCH', urlOf(one), { title: one.title })
    },
    move: async (one) => {
      if (one.isTrashed) return
      const to = pick([mirrored, mirrored, elsewhere, plain].filter((id) => id !== one.projectId))
      await call('PATCH', urlOf(one), { project_id: to })
      one.projectId = to
    },
    bin: async (one) => {
      await call('POST', `${urlOf(one)}/${one.isTrashed ? 'restore' : 'trash'}`)
      one.isTrashed = !one.isTrashed
      if (!one.isTrashed) await call('PATCH', urlOf(one), { title: one.title })
    },
    tick: async (one) => {
      if (one.isTrashed) return
      const task = pick(await listTasks(app, one.projectId, one.id))
      const isDone = random() < 0.5
      await call('PATCH', `/v1/projects/${one.projectId}/actions/${task.id}`, { is_done: isDone })
      one.ticks[task.text] = isDone
    },
    notes: async (one) => {
      if (one.isTrashed) return
      await call('PUT', `${urlOf(one)}/notes`, { text: `Note ${++number}`, markers: [] })
    },
    delete: async (one) => {
      if (one.isTrashed || recordings.length <= fewest) return
      await settleAll()
      await call('DELETE', urlOf(one))
      recordings.splice(recordings.indexOf(one), 1)
      remains.push(...one.lines)
      await add()
    },
  }
  const byHand: Record<string, (one: Recording) => Promise<void>> = {
    below: (one) => writeLine(one, (text, line) => `${text}\n${line}\n`),
    above: (one) =>
      writeLine(one, (text, line) => text.replace('<!-- earshot:begin', `${line}\n$&`)),
    field: (one) =>
      writeLine(one, (text, line) => text.replace(/^---\r?\n/, `$&my_${number}: ${line}\n`)),
    inside: (one) =>
      writeLine(one, (text, line) => {
        const block = blockOf(text, one.id)
        if (!block) return text
        const lines = text.slice(block.start, block.end).split('\n')
        lines.splice(1 + Math.floor(random() * (lines.length - 1)), 0, line)
        return text.slice(0, block.start) + lines.join('\n') + text.slice(block.end)
      }),
    lineEnds: async (one) =>
      void (await editByHand(one, (text) => text.replaceAll(/\r?\n/g, '\r\n'))),
    trim: async (one) => void (await editByHand(one, (text) => text.replaceAll(/[ \t]+$/gm, ''))),
    mark: async (one) => {
      const mark = pick(['begin', 'end'])
      const isDone = await editByHand(one, (text) =>
        text.replace(new RegExp(`<!-- earshot:${mark} ${one.id}.*-->`), ''),
      )
      if (isDone) one.hasOldWords = true
    },
    tick: async (one) => {
      const [found] = await filesOf(one)
      const block = found && blockOf(found.text, one.id)
      if (!block) return
      const text = found.text.slice(block.start, block.end)
      const task = pick(Object.keys(one.ticks))
      const words = task.replaceAll(/[*]/g, String.raw`\\\*`)
      const line = new RegExp(`- \\[([ x])\\](?= ${words})`).exec(text)
      if (!line) return
      const isDone = line[1] === ' '
      const after = text.slice(line.index + line[0].length)
      const ticked = `${text.slice(0, line.index)}- [${isDone ? 'x' : ' '}]${after}`
      const whole = found.text.slice(0, block.start) + ticked + found.text.slice(block.end)
      await writeByHand(found.file, whole)
      one.ticks[task] = isDone
      one.isTickPending = true
    },
    rename: async (one) => {
      const [found] = await filesOf(one)
      if (!found) return
      const folder = folders.find((each) => found.file.startsWith(each)) ?? ''
      const below = path.join(folder, pick(['', 'Archive', 'Archive/Old']))
      await mkdir(below, { recursive: true })
      const name = pick([path.basename(found.file), `Own ${++number}.md`])
      const to = path.join(below, name)
      if (await readFile(to).catch(() => null)) return
      await rename(found.file, to)
    },
    remove: async (one) => {
      await settleAll()
      const [found] = await filesOf(one)
      if (!found) return
      await rm(found.file)
      await settleAll()
      one.isAway = true
      one.hasOldWords = false
      one.lines = []
    },
  }
  const onTheWhole: Record<string, () => Promise<void>> = {
    restart: async () => {
      const now = app.clock.now()
      await app.stop()
      app = await start()
      app.clock.advance(now.getTime() - app.clock.now().getTime())
    },
    folder: async () => {
      await settleAll()
      current = current === first ? second : first
      await choose(mirrored, current)
      for (const one of recordings) if (one.projectId === mirrored) changed(one)
    },
    foreign: async () => {
      const file = path.join(pick(folders), pick(['2026-11-21 Title one.md', `${++number}.md`]))
      if (await readFile(file).catch(() => null)) return
      foreign.set(file, `Somebody’s ${number}`)
      await writeFile(file, `Somebody’s ${number}`)
    },
  }

  async function change(): Promise<void> {
    app.clock.advance(1_000)
    const one = pick(recordings)
    const side = random()
    const [actions, name] =
      side < 0.45
        ? [inEarshot, pick(Object.keys(inEarshot))]
        : side < 0.94
          ? [byHand, pick(Object.keys(byHand))]
          : [onTheWhole, pick(Object.keys(onTheWhole))]
    history.push(`${name} ${side < 0.94 ? one.id.slice(-4) : ''}`)
    await actions[name]?.(one)
    // In the bin nothing was done but to take it out.
    if (actions === inEarshot && !one.isTrashed) changed(one)
    if (random() < 0.4) await settleAll()
    else if (random() < 0.5) await app.idle()
  }

  async function differences(): Promise<string[]> {
    await settleAll()
    const files = await readFiles()
    const found: string[] = []
    const all = files.map(({ text }) => text).join('\n')
    for (const line of [...remains, ...recordings.flatMap((one) => one.lines)]) {
      const { length } = all.split(new RegExp(`${line}(?!\\d)`))
      if (length !== 2) found.push(`${line} is there ${length - 1} times`)
    }
    for (const [file, text] of foreign) {
      if (files.find((one) => one.file === file)?.text !== text)
        found.push(`${file} is not as it was`)
    }
    for (const one of recordings) found.push(...(await differencesOf(one, files)))
    const parts = (await readdir(root, { recursive: true })).filter((name) =>
      name.endsWith('-part'),
    )
    return [...found, ...parts]
  }

  async function differencesOf(one: Recording, files: NoteFile[]): Promise<string[]> {
    const own = files.filter((file) => isNoteOf(file, one))
    const folder = one.isTrashed ? undefined : folderOf(one.projectId)
    const about = `${one.title} ${one.id.slice(-4)}`
    const isKept = one.lines.length > 0 || one.hasOldWords
    const count = folder === undefined ? (isKept ? 1 : 0) : one.isAway ? 0 : 1
    if (own.length !== count) return [`${about} has ${own.length} files, not ${count}`]
    const [note] = own
    if (!note) return []
    const lost = one.lines.filter((line) => !note.text.includes(line))
    if (lost.length > 0) return [`${about} lost ${lost.join(', ')}`]
    if (folder === undefined) return []
    if (!note.file.startsWith(folder)) return [`${about} is in ${note.file}`]
    const block = blockOf(note.text, one.id)
    const text = block ? note.text.slice(block.start, block.end).replaceAll('\r\n', '\n') : ''
    if (!text.includes(`\n# ${one.title}\n`)) return [`${about} has another title`]
    const tasks = await listTasks(app, one.projectId, one.id)
    return tasks.flatMap(({ text: words, is_done: isDone }) => {
      const sign = isDone ? 'x' : ' '
      const line = `- [${sign}] ${words.replaceAll('*', String.raw`\*`)}`
      return [
        ...(isDone === one.ticks[words] ? [] : [`${about}: ${words} is ${isDone} in Earshot`]),
        ...(text.includes(line) ? [] : [`${about}: ${words} is not ${isDone} in the file`]),
      ]
    })
  }

  await choose(mirrored, first)
  await choose(elsewhere, other)
  for (let count = 0; count < fewest + 1; count++) await add()
  await settleAll()
  return {
    change,
    differences,
    history: () => history.slice(-40).join(', '),
    end: async () => {
      await app.stop()
      await database.close()
      await rm(root, { recursive: true, force: true })
    },
  }
}
