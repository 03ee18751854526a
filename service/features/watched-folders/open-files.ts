import { open, readdir, readFile, readlink, stat } from 'node:fs/promises'
import path from 'node:path'

/**
 * Those of the files that a program has open to write. A recorder that is paused leaves its file as it is for
 * minutes, so size and time alone do not tell. Where the system does not say, none.
 */
export async function findOpenFiles(files: readonly string[]): Promise<Set<string>> {
  if (files.length === 0) return new Set()
  if (process.platform === 'linux') return findByProcesses(files)
  if (process.platform === 'win32') return findByOpening(files)
  return new Set()
}

/** Each process lists what it has open; those of other people are hidden, and their files not ours. */
async function findByProcesses(files: readonly string[]): Promise<Set<string>> {
  const names = new Map(files.map((file) => [path.basename(file), file]))
  const found = new Set<string>()
  const processes = await readdir('/proc').catch(() => [])
  for (const id of processes.filter((name) => /^\d+$/.test(name))) {
    const folder = `/proc/${id}/fd`
    for (const number of await readdir(folder).catch(() => [])) {
      const target = await readlink(`${folder}/${number}`).catch(() => '')
      const file = names.get(path.basename(target))
      if (file === undefined || !(await isSame(`${folder}/${number}`, file))) continue
      if (await isForWriting(`/proc/${id}/fdinfo/${number}`)) found.add(file)
    }
  }
  return found
}

/** By what the system calls it: a program in a box may see it at another place. */
async function isSame(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map((file) => stat(file).catch(() => null)))
  return a !== null && b !== null && a?.ino === b?.ino && a?.dev === b?.dev
}

async function isForWriting(info: string): Promise<boolean> {
  const text = await readFile(info, 'utf8').catch(() => '')
  const flags = Number.parseInt(/^flags:\s*(\d+)/m.exec(text)?.[1] ?? '0', 8)
  return (flags & 0o3) !== 0 // O_WRONLY or O_RDWR
}

/** Windows lets nobody else open to write what a program keeps for itself; opened so, nothing changes. */
async function findByOpening(files: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>()
  for (const file of files) {
    try {
      await (await open(file, 'r+')).close()
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EBUSY') found.add(file)
    }
  }
  return found
}
