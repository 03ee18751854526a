import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'

const Settings = Type.Object({
  shortcut: Type.Union([Type.String({ maxLength: 60 }), Type.Null()]),
  watched: Type.Array(
    Type.Object({ id: Type.String(), path: Type.String(), projectId: Type.String() }),
    { maxItems: 100 },
  ),
})
/** What the shell itself remembers; all else is the service's. */
export type Settings = Static<typeof Settings>

const usual: Settings = { shortcut: 'CommandOrControl+Shift+R', watched: [] }

export type SettingsFile = {
  read: () => Settings
  change: (part: Partial<Settings>) => void
}

/** The shell's own settings, one small JSON file. A damaged one counts as none. */
export function openSettings(file: string): SettingsFile {
  let current = readSettings(file)
  return {
    read: () => current,
    change: (part) => {
      current = { ...current, ...part }
      mkdirSync(path.dirname(file), { recursive: true })
      // Named when it is whole: a crash leaves the old file or the new one.
      writeFileSync(`${file}.new`, JSON.stringify(current, null, 2), { mode: 0o600 })
      renameSync(`${file}.new`, file)
    },
  }
}

function readSettings(file: string): Settings {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return Value.Check(Settings, value) ? value : usual
  } catch {
    return usual
  }
}
