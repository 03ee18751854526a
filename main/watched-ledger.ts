import { Type } from 'typebox'
import { readJsonFile, writeJsonFile } from './json-file.ts'

export type FileFacts = { path: string; size: number; mtimeMs: number }

export type Ledger = {
  has: (folderId: string, file: FileFacts) => boolean
  note: (folderId: string, file: FileFacts) => void
  forget: (folderId: string) => void
}

// How many files to remember for each folder; the oldest are forgotten first.
const mostOfFolder = 20_000

const Stored = Type.Record(Type.String(), Type.Array(Type.String()))

/** Remembers imported files by path, size and time, so a changed file counts as new. */
export function createLedger(file: string): Ledger {
  const known = Object.entries(readJsonFile(file, Stored, {}))
  const taken = new Map(known.map(([id, marks]) => [id, new Set(marks)]))
  const save = () =>
    writeJsonFile(file, Object.fromEntries([...taken].map(([id, marks]) => [id, [...marks]])))
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
