import path from 'node:path'
import type { ScriptPlaces } from './engine-process.ts'

/** Where the shell finds what it runs and serves. All paths are absolute. */
export type Paths = {
  root: string
  serviceEntry: string
  scripts: ScriptPlaces
  preload: string
  /** Chromium's own profile: caches and window state, stored beside the recordings. */
  profile: string
  windowState: string
  settings: string
  /** The built page, served by the window's own protocol. */
  pages: string
  /** Packed weights and whisper-cli; null in development, where they are in place. */
  packedModels: string | null
  packedWhisper: string | null
  /** The database template that a first start copies. */
  packedDatabase: string | null
  /** Written by electron-builder if an update address was configured. */
  updateSource: string
}

const whisperCli = process.platform === 'win32' ? 'whisper-cli.exe' : 'whisper-cli'

/** The folders of this installation; `root` contains package.json, packed or not. */
export function findPaths(input: {
  root: string
  dataDir: string
  isPackaged: boolean
  resourcesPath: string
}): Paths {
  const { root, dataDir, isPackaged, resourcesPath } = input
  const profile = path.join(dataDir, 'window')
  return {
    root,
    serviceEntry: path.join(root, 'service/serve.ts'),
    scripts: {
      runner: path.join(root, 'main/engine-child.ts'),
      serviceFolder: path.join(root, 'service'),
    },
    preload: path.join(root, 'dist/main/preload.cjs'),
    profile,
    windowState: path.join(profile, 'window.json'),
    settings: path.join(profile, 'settings.json'),
    pages: path.join(root, 'dist/renderer'),
    packedModels: isPackaged ? path.join(resourcesPath, 'models') : null,
    packedWhisper: isPackaged ? path.join(resourcesPath, 'bin', whisperCli) : null,
    packedDatabase: isPackaged ? path.join(resourcesPath, 'database') : null,
    updateSource: path.join(resourcesPath, 'app-update.yml'),
  }
}

/** Locations of the packed weights, whisper-cli and database, which lie outside the archive. */
export function serviceEnvironment(
  { packedModels, packedWhisper, packedDatabase }: Paths,
  env: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv {
  if (!packedModels || !packedWhisper || !packedDatabase) return env
  const folders = [packedModels, env['EARSHOT_MODELS_PATH'] ?? '']
  return {
    ...env,
    EARSHOT_MODELS_PATH: folders.filter(Boolean).join(path.delimiter),
    EARSHOT_WHISPER_CLI: packedWhisper,
    EARSHOT_DATABASE_TEMPLATES: packedDatabase,
  }
}
