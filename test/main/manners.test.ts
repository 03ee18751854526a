import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { BrowserWindow } from 'electron'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { watchActivity } from '../../main/activity.ts'
import type { DesktopCommand } from '../../main/desktop-api.ts'
import { linkAmong, pageOfLink } from '../../main/deep-links.ts'
import { desktopEntry } from '../../main/login-item.ts'
import { canRecordSystemAudio } from '../../main/media.ts'
import { menuTemplate } from '../../main/menu.ts'
import { openSettings } from '../../main/settings.ts'
import { createShortcut, isAccelerator } from '../../main/shortcut.ts'
import { textsFor } from '../../main/texts.ts'
import { createTray } from '../../main/tray.ts'
import { newId } from '../../service/core/ids.ts'
import { app, dialog, globalShortcut, made } from './electron-fake.ts'

vi.mock('electron', () => import('./electron-fake.ts'))

const texts = textsFor('en-US')
let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'earshot-manners-'))
  globalShortcut.taken.clear()
  globalShortcut.ours.clear()
  dialog.asked.length = 0
  made.awake.clear()
  made.trays.length = 0
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('links', () => {
  const proj = newId('proj')
  const cont = newId('cont')
  test.each([
    [`earshot://projects/${proj}`, `/projects/${proj}`],
    [`earshot://recordings/${proj}/${cont}`, `/projects/${proj}/recordings/${cont}`],
    [
      `earshot://recordings/${proj}/${cont}?at=12.5`,
      `/projects/${proj}/recordings/${cont}?at=12.5`,
    ],
    ['earshot://search?q=two%20words', '/search?q=%22two%20words%22'],
  ])('%s opens its page', (link, page) => {
    expect(pageOfLink(link)).toBe(page)
  })

  test.each([
    'https://example.org/',
    'earshot:',
    'earshot://',
    'earshot://settings',
    'earshot://projects/',
    'earshot://projects/../settings',
    `earshot://projects/${cont}`,
    `earshot://projects/${proj}/x`,
    `earshot://recordings/${proj}`,
    `earshot://recordings/${proj}/${cont}/delete`,
    `earshot://recordings/${proj}/${proj}`,
    `earshot://user:pass@projects/${proj}`,
    `earshot://projects:80/${proj}`,
    'earshot://projects/proj_%3Cscript%3E',
    `earshot://search?q=${'x'.repeat(501)}`,
    `earshot://search/${'x'.repeat(3_000)}`,
    'javascript:alert(1)',
  ])('%j opens nothing', (link) => {
    expect(pageOfLink(link)).toBeNull()
  })

  test('a moment that is none is left out', () => {
    const link = `earshot://recordings/${proj}/${cont}?at=1e9&play=true`
    expect(pageOfLink(link)).toBe(`/projects/${proj}/recordings/${cont}`)
  })

  test('a link is found among a program’s arguments', () => {
    expect(linkAmong(['earshot', '--flag', 'earshot://search?q=x'])).toBe('earshot://search?q=x')
    expect(linkAmong(['earshot', '/tmp/a.wav'])).toBeNull()
  })
})

describe('the shortcut', () => {
  const open = () => openSettings(path.join(folder, 'w/settings.json'))

  test('its keys record from anywhere, and are remembered', () => {
    let presses = 0
    const shortcut = createShortcut(open(), () => presses++)
    expect(shortcut.state()).toEqual({ accelerator: 'CommandOrControl+Shift+R', isActive: true })
    globalShortcut.ours.get('CommandOrControl+Shift+R')?.()
    expect(presses).toBe(1)
    expect(shortcut.set('Alt+F9')).toEqual({ accelerator: 'Alt+F9', isActive: true })
    expect([...globalShortcut.ours.keys()]).toEqual(['Alt+F9'])
    expect(createShortcut(open(), () => {}).state().accelerator).toBe('Alt+F9')
  })

  test('keys that another program has are told as such, and no keys are possible', () => {
    globalShortcut.taken.add('CommandOrControl+Shift+R')
    const shortcut = createShortcut(open(), () => {})
    expect(shortcut.state()).toMatchObject({ isActive: false })
    expect(shortcut.set(null)).toEqual({ accelerator: null, isActive: false })
    expect(globalShortcut.ours.size).toBe(0)
  })

  test.each(['R', 'Shift', 'Control+', 'Control+RR', 'Control+Shift+R\n', 'Space', ''])(
    '%j are no keys to take from all programs',
    (keys) => expect(isAccelerator(keys)).toBe(false),
  )
})

test('damaged settings are the usual ones', async () => {
  const file = path.join(folder, 'settings.json')
  for (const text of ['', '{', '{"shortcut":7}', 'null']) {
    await writeFile(file, text)
    expect(openSettings(file).read()).toEqual({ shortcut: 'CommandOrControl+Shift+R' })
  }
})

test('a recording keeps the computer awake and shows on the dock and the task bar', () => {
  const window: { overlay: unknown; setOverlayIcon: (image: unknown) => void } = {
    overlay: null,
    setOverlayIcon: (image) => (window.overlay = image),
  }
  // Only the one method that activity.ts calls.
  const activity = watchActivity(
    () => window as unknown as BrowserWindow,
    () => {},
  )
  activity.note({ recording: 'recording', uploads: 0 })
  activity.note({ recording: 'recording', uploads: 1 })
  expect([made.awake.size, app.dock.badge, window.overlay !== null]).toEqual([1, '●', true])
  activity.note({ recording: 'paused', uploads: 0 })
  expect([made.awake.size, app.dock.badge, window.overlay]).toEqual([0, '', null])
})

test('the tray says what goes on and offers what fits', () => {
  const done: string[] = []
  const note = (name: string) => () => void done.push(name)
  const show = createTray(texts, {
    open: note('open'),
    record: note('record'),
    stop: note('stop'),
    quit: note('quit'),
  })
  const [tray] = made.trays
  const press = (label: string) => tray?.menu.find((item) => item.label === label)?.click?.()
  press('Record')
  show({ recording: 'recording', uploads: 0 })
  expect(tray?.tip).toBe('Earshot: recording')
  press('Record')
  press('Stop recording')
  show({ recording: 'idle', uploads: 2 })
  expect(tray?.tip).toBe('Earshot: sending 2 files')
  press('Open Earshot')
  press('Quit Earshot')
  expect(done).toEqual(['record', 'stop', 'open', 'quit'])
})

test.each(['darwin', 'win32', 'linux'] as const)('the menu of %s offers all there is', (system) => {
  const commands: DesktopCommand[] = []
  const template = menuTemplate(system, {
    texts,
    command: (command) => void commands.push(command),
    showDataFolder: () => {},
    showLogs: () => {},
    saveDiagnostics: () => {},
    openReference: () => {},
    checkForUpdates: null,
  })
  const items = template.flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []))
  // Electron hands a click the item, the window and the event; ours need none of them.
  for (const { click } of items) if (click) Reflect.apply(click, null, [])
  expect(commands.toSorted()).toEqual([
    'about',
    'import',
    'keys',
    'queue',
    'record',
    'search',
    'settings',
  ])
  const keys = items.flatMap(({ accelerator }) => accelerator ?? [])
  expect(new Set(keys).size).toBe(keys.length)
  expect(items.map(({ label }) => label)).not.toContain('Check for updates…')
})

test('German where the system speaks it, with every text', () => {
  const german = textsFor('de-CH')
  expect(german.record).toBe('Aufnehmen')
  expect(textsFor('den').record).toBe('Record')
  const same = Object.entries(german).filter(([name, text]) => text === Reflect.get(texts, name))
  expect(same.map(([name]) => name)).toEqual(['idle'])
})

test('where the computer’s own sound can be recorded', () => {
  expect(canRecordSystemAudio('win32', '10.0.1')).toBe(true)
  expect(canRecordSystemAudio('darwin', '22.1.0')).toBe(true)
  expect(canRecordSystemAudio('darwin', '21.6.0')).toBe(false)
  expect(canRecordSystemAudio('linux', '6.1.0')).toBe(false)
})

test('the entry that opens Earshot with the computer names the program, and nothing more', () => {
  const entry = desktopEntry('/opt/My "Apps"/earshot%$x')
  expect(entry).toContain('Exec="/opt/My \\"Apps\\"/earshot%%\\$x"\n')
  expect(entry.split('\n').filter((line) => line.startsWith('Exec='))).toHaveLength(1)
})
