/** Decodes broken files one by one, each in a child of its own, and watches what that does. */
import { mkdir, mkdtemp, readFile, readdir, readlink, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { decodeAudio } from '../../service/engine/decode/decode-audio.ts'
import type { Mutant } from './mutate.ts'

export type Tally = {
  /** How many files ended in each way: `decoded`, or the code of the failure. */
  ends: Record<string, number>
  /** Labels of the files whose child died without an answer or gave none that can be used. */
  unanswered: string[]
  /** Labels of the files that took longer than they may. */
  late: string[]
  /** Labels of the files that ended in something that is no code of ours. */
  unknown: string[]
  /** Children that still run, and files that lie where none should. */
  orphans: string[]
  slowestSeconds: number
  largestOutputBytes: number
  largestMemoryBytes: number
}

const allowed = new Set([
  ...['decoded', 'no_audio_stream', 'unsupported_media', 'decode_failed'],
  ...['media_too_long', 'out_of_memory'],
])
const lateAfterSeconds = 60

/** Runs through `files`, `parallel` at a time, in a folder that is removed at the end. */
export async function decodeMutants(files: Iterable<Mutant>, parallel: number): Promise<Tally> {
  const root = await mkdtemp(path.join(os.tmpdir(), 'earshot-mutants-'))
  const tally: Tally = {
    ...{ ends: {}, unanswered: [], late: [], unknown: [], orphans: [] },
    ...{ slowestSeconds: 0, largestOutputBytes: 0, largestMemoryBytes: 0 },
  }
  const runDir = path.join(root, 'running')
  const watch = setInterval(() => void noteMemory(runDir, tally), 100)
  try {
    const source = files[Symbol.iterator]()
    const lanes = Array.from({ length: parallel }, async (_, lane) => {
      const folder = path.join(root, String(lane))
      await mkdir(folder)
      for (let next = source.next(); next.done !== true; next = source.next()) {
        await decodeOne({ runDir, folder }, next.value, tally)
      }
    })
    await Promise.all(lanes)
    tally.orphans.push(...(await childrenIn(root)), ...(await readdir(runDir)))
    return tally
  } finally {
    clearInterval(watch)
    await rm(root, { recursive: true, force: true })
  }
}

type Places = { runDir: string; folder: string }

async function decodeOne({ runDir, folder }: Places, mutant: Mutant, tally: Tally): Promise<void> {
  const file = path.join(folder, 'recording')
  const target = path.join(folder, 'sound.wav')
  await writeFile(file, mutant.bytes)
  const startedAt = performance.now()
  const signal = AbortSignal.timeout(lateAfterSeconds * 1000)
  const options = { signal, onProgress: () => undefined }
  const end = await decodeAudio(
    { nodePath: process.execPath, runDir },
    { path: file, target },
    options,
  ).then(
    () => 'decoded',
    (error: { code?: string; message: string }) => {
      if (/without an answer|no usable answer/.test(error.message)) {
        tally.unanswered.push(mutant.label)
      }
      return error.code ?? error.message
    },
  )
  const seconds = (performance.now() - startedAt) / 1000
  tally.ends[end] = (tally.ends[end] ?? 0) + 1
  if (end === 'cancelled' || end === 'engine_timeout') tally.late.push(mutant.label)
  else if (!allowed.has(end)) tally.unknown.push(`${mutant.label}: ${end}`)
  tally.slowestSeconds = Math.max(tally.slowestSeconds, seconds)
  const { size } = await stat(target).catch(() => ({ size: 0 }))
  tally.largestOutputBytes = Math.max(tally.largestOutputBytes, size)
  const rest = (await readdir(folder)).filter((name) => !/^(recording|sound\.wav.*)$/.test(name))
  tally.orphans.push(...rest.map((name) => `${mutant.label} left ${name}`))
  for (const name of await readdir(folder)) await rm(path.join(folder, name), { recursive: true })
}

/** The most memory that any running child has held; told by Linux only. */
async function noteMemory(runDir: string, tally: Tally): Promise<void> {
  for (const name of await readdir(runDir).catch(() => [])) {
    const text = await readFile(`/proc/${path.parse(name).name}/status`, 'utf8').catch(() => '')
    const bytes = Number(/^VmHWM:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) * 1024
    tally.largestMemoryBytes = Math.max(tally.largestMemoryBytes, bytes)
  }
}

/** Processes that still have a file of `folder` as an argument; told by Linux only. */
export async function childrenIn(folder: string): Promise<string[]> {
  const found: string[] = []
  for (const pid of (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))) {
    const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (!text.includes(folder)) continue
    const program = await readlink(`/proc/${pid}/exe`).catch(() => undefined)
    if (program !== undefined) found.push(`${pid} ${text.replaceAll('\0', ' ')}`)
  }
  return found
}
