import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Type } from 'typebox'
import { Value } from 'typebox/value'

export type FileFacts = { path: string; size: number; mtimeMs: number }

export type Ledger = {
  has: (folderId: string, file: FileFacts) => boolean
  note: (folderId: string, file: FileFacts) => void
  forget: (folderId: string) => void
}

// So many files of a folder are remembered; the oldest are forgotten first.
const mostOfFolder = 20_000

const Stored = Type.Record(Type.String(), Type.Array(Type.String()))

/** Which files were taken already: by path, size and time, so that a changed file is a new one. */
export function createLedger(file: string): Ledger {
  const taken = new Map(Object.entries(read(file)).map(([id, marks]) => [id, new Set(marks)]))
  const save = () => {
    mkdirSync(path.dirname(file), { recursive: true })
    const stored = Object.fromEntries([...taken].map(([id, marks]) => [id, [...marks]]))
    writeFileSync(`${file}.new`, JSON.stringify(stored), { mode: 0o600 })
    renameSync(`${file}.new`, file)
  }
  return {
    has: (id, facts) => taken.get(id)?.has(mark(facts)) ?? false,
    note: (id, facts) => {
      const marks = taken.get(id) ?? new Set()
      marks.add(mark(facts))
      for (const oldest of marks) {
        if (marks.size <= mostOfFolder) break
        marks.delete(oldest)
      }
      taken.set(id, marks)
      save()
    },
    forget: (id) => {
      if (taken.delete(id)) save()
    },
  }
}

const mark = ({ path: name, size, mtimeMs }: FileFacts) => `${size} ${Math.round(mtimeMs)} ${name}`

function read(file: string): Record<string, string[]> {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return Value.Check(Stored, value) ? value : {}
  } catch {
    return {} // the first start, or a file that was cut short
  }
}
