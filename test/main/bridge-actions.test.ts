import { beforeEach, expect, test, vi } from 'vitest'
import { watchActivity } from '../../main/activity.ts'
import { bridgeActions } from '../../main/bridge-actions.ts'
import type { Shortcut } from '../../main/shortcut.ts'
import { textsFor } from '../../main/texts.ts'
import type { UpdateState } from '../../main/desktop-api.ts'
import type { Updates } from '../../main/updates.ts'
import { tellOfUpdates } from '../../main/update-dialogs.ts'
import { dialog, made } from './electron-fake.ts'

vi.mock('electron', () => import('./electron-fake.ts'))

const texts = textsFor('en-US')
beforeEach(() => {
  dialog.asked.length = 0
  dialog.answer = 0
  dialog.chosen = []
  made.opened.length = 0
  made.notifications.length = 0
})

/** Updates that go from one state to the next as the test says, and note what was asked of them. */
function givenUpdates(...states: UpdateState[]) {
  const asked: string[] = []
  const next = (): UpdateState => states.shift() ?? { kind: 'idle' }
  let state = next()
  const step = (name: string) => async () => {
    asked.push(name)
    return (state = next())
  }
  const updates: Updates = {
    state: () => state,
    check: step('check'),
    download: step('download'),
    install: () => void asked.push('install'),
  }
  return { updates, asked }
}

function givenDesktop({ updates, asked } = givenUpdates({ kind: 'idle' })) {
  const kept: (string | null)[] = []
  const pages: (string | null)[] = []
  const shortcut: Shortcut = {
    state: () => ({ accelerator: kept.at(-1) ?? null, isActive: true }),
    set: (keys) => {
      kept.push(keys)
      return shortcut.state()
    },
    release: () => undefined,
  }
  const activity = watchActivity(
    () => null,
    () => undefined,
  )
  const actions = bridgeActions({
    reach: () => ({ baseUrl: 'http://127.0.0.1:4777', key: 'k' }),
    dataDir: '/data',
    activity,
    updates,
    shortcut,
    texts,
    window: () => null,
    show: (page) => void pages.push(page),
    quit: async (go) => go(),
  })
  return { actions, activity, asked, kept, pages }
}

test('a folder is chosen in the dialog of the system, or none is', async () => {
  const { actions } = givenDesktop()
  dialog.chosen = ['/recordings/calls']
  expect(await actions.chooseFolder()).toBe('/recordings/calls')
  dialog.chosen = []
  expect(await actions.chooseFolder()).toBeNull()
})

test('a folder is chosen by the person, who may choose none', async () => {
  const { actions } = givenDesktop()
  dialog.chosen = ['/notes/calls']
  expect(await actions.chooseFolder()).toBe('/notes/calls')
  dialog.chosen = []
  expect(await actions.chooseFolder()).toBeNull()
})

test('what is no combination of keys changes nothing', async () => {
  const { actions, kept } = givenDesktop()
  await actions.setShortcut('Alt+F9')
  expect(await actions.setShortcut('R')).toMatchObject({ accelerator: 'Alt+F9' })
  await actions.setShortcut(null)
  expect(kept).toEqual(['Alt+F9', null])
})

test('the page tells what it does, notifies, opens what is safe, and shows the data folder', async () => {
  const { actions, activity, pages } = givenDesktop()
  await actions.noteActivity({ recording: 'paused', uploads: 2 })
  expect(activity.current()).toEqual({ recording: 'paused', uploads: 2 })
  await actions.notify({ title: 'Ready', body: 'x', path: '/projects' })
  made.notifications[0]?.emit('click')
  expect(pages).toEqual(['/projects'])
  expect(await actions.openOutside('file:///etc/passwd')).toBe(false)
  await actions.revealDataFolder()
  expect(made.opened).toEqual(['/data'])
})

test('an update is installed only when it is ready, by the way out that asks', async () => {
  const early = givenDesktop(givenUpdates({ kind: 'available', version: '1.2.0' }))
  await early.actions.installUpdate()
  expect(early.asked).toEqual([])
  const ready = givenDesktop(givenUpdates({ kind: 'ready', version: '1.2.0' }))
  await ready.actions.installUpdate()
  expect(ready.asked).toEqual(['install'])
})

const tell = async (states: UpdateState[], answer: number) => {
  dialog.answer = answer
  const { updates, asked } = givenUpdates(...states)
  await tellOfUpdates(updates, texts, async (go) => go())
  return { asked, said: dialog.asked.map(({ message }) => message) }
}
const available: UpdateState = { kind: 'available', version: '1.2.0' }
const ready: UpdateState = { kind: 'ready', version: '1.2.0' }

test('the menu asks before it downloads and before it restarts', async () => {
  expect(await tell([{ kind: 'idle' }, available, ready], 0)).toEqual({
    asked: ['check', 'download', 'install'],
    said: ['Version 1.2.0 is available.', 'Version 1.2.0 is ready.'],
  })
})

test.each([
  [[{ kind: 'idle' }, available], ['check'], ['Version 1.2.0 is available.']],
  [[ready], [], ['Version 1.2.0 is ready.']],
  [[{ kind: 'idle' }, { kind: 'newest' }], ['check'], ['This is the newest version.']],
  [[{ kind: 'idle' }, { kind: 'failed', reason: 'x' }], ['check'], ['The update failed.']],
] satisfies [UpdateState[], string[], string[]][])(
  'later, or nothing to do: %j',
  async (...row) => {
    const [states, asked, said] = row
    expect(await tell(states, 1)).toEqual({ asked, said })
  },
)
