import { BrowserWindow, type BrowserWindowConstructorOptions } from 'electron'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'

const WindowState = Type.Object({
  x: Type.Optional(Type.Integer()),
  y: Type.Optional(Type.Integer()),
  width: Type.Integer({ minimum: 400, maximum: 10_000 }),
  height: Type.Integer({ minimum: 300, maximum: 10_000 }),
})
type WindowState = Static<typeof WindowState>

const usual: WindowState = { width: 1_200, height: 800 }

/** The only window factory of the app (reliability.md E-1). */
export function createWindow({ preload, stateFile }: { preload: string; stateFile: string }) {
  const window = new BrowserWindow(windowOptions(preload, readState(stateFile)))
  window.once('ready-to-show', () => window.show())
  window.on('close', () => writeState(stateFile, window.getNormalBounds()))
  return window
}

const windowOptions = (preload: string, state: WindowState): BrowserWindowConstructorOptions => ({
  ...state,
  minWidth: 640,
  minHeight: 480,
  title: 'Earshot',
  show: false,
  webPreferences: {
    preload,
    contextIsolation: true,
    sandbox: true,
    webSecurity: true,
    nodeIntegration: false,
    nodeIntegrationInSubFrames: false,
    nodeIntegrationInWorker: false,
    webviewTag: false,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    navigateOnDragDrop: false,
    // A hidden window goes on recording and sending.
    backgroundThrottling: false,
    spellcheck: false, // Chromium would fetch dictionaries from the network
  },
})

function readState(file: string): WindowState {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return Value.Check(WindowState, value) ? value : usual
  } catch {
    return usual // first start, or a file that was cut short
  }
}

function writeState(file: string, state: WindowState): void {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(state))
}
