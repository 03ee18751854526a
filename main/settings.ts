import { Type, type Static } from 'typebox'
import { readJsonFile, writeJsonFile } from './json-file.ts'

const Settings = Type.Object({
  shortcut: Type.Union([Type.String({ maxLength: 60 }), Type.Null()]),
})
/** The shell's own settings; the service stores everything else. */
type Settings = Static<typeof Settings>

const usual: Settings = { shortcut: 'CommandOrControl+Shift+R' }

export type SettingsFile = {
  read: () => Settings
  change: (part: Partial<Settings>) => void
}

/** The shell's own settings in one small JSON file. A damaged file counts as empty. */
export function openSettings(file: string): SettingsFile {
  let current = readJsonFile(file, Settings, usual)
  return {
    read: () => current,
    change: (part) => {
      current = { ...current, ...part }
      writeJsonFile(file, current)
    },
  }
}
