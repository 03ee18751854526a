import { BrowserWindow, type BrowserWindowConstructorOptions } from 'electron'
import { Type, type Static } from 'typebox'
import { readJsonFile, writeJsonFile } from './json-file.ts'

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
  const window = new BrowserWindow(
    windowOptions(preload, readJsonFile(stateFile, WindowState, usual)),
  )
  window.once('ready-to-show', () => window.show())
  window.on('close', () => writeJsonFile(stateFile, window.getNormalBounds()))
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
    // A hidden window keeps recording and uploading.
    backgroundThrottling: false,
    spellcheck: false, // Chromium would download dictionaries
  },
})
