/**
 * Kills child processes that survived a killed service. whisper-cli cannot notice that its
 * parent died, so each running child is recorded in a folder, and the next start kills
 * those that still run.
 */
import { execFile } from 'node:child_process'
import { mkdir, readFile, readdir, readlink, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

type Note = { pid: number; command: string; noted_at: number }

/** A process with the same pid but a different start time is someone else's: pids are reused. */
const startToleranceMs = 10_000

const noteFile = (runDir: string, pid: number): string => path.join(runDir, `${pid}.json`)

export async function noteChild(runDir: string, pid: number, command: string): Promise<void> {
  await mkdir(runDir, { recursive: true })
  const note: Note = { pid, command, noted_at: Date.now() }
  await writeFile(noteFile(runDir, pid), JSON.stringify(note))
}

export async function forgetChild(runDir: string, pid: number): Promise<void> {
  await rm(noteFile(runDir, pid), { force: true })
}

/** Kills every recorded child that still runs and clears the folder; returns the number killed. */
export async function killOrphans(runDir: string): Promise<number> {
  let killed = 0
  for (const name of await readdir(runDir).catch(() => [])) {
    if (!name.endsWith('.json')) continue
    const file = path.join(runDir, name)
    const note = parseNote(await readFile(file, 'utf8').catch(() => ''))
    if (note !== undefined && (await isSameProcess(note))) {
      killed += killGroup(note.pid) ? 1 : 0
    }
    await rm(file, { force: true })
  }
  return killed
}

function killGroup(pid: number): boolean {
  // A child started by the desktop shell is in the shell's process group.
  for (const target of process.platform === 'win32' ? [pid] : [-pid, pid]) {
    try {
      return process.kill(target, 'SIGKILL')
    } catch {
      // It has exited in the meantime, or leads no group.
    }
  }
  return false
}

function parseNote(text: string): Note | undefined {
  try {
    const { pid, command, noted_at } = JSON.parse(text)
    const isNote =
      Number.isInteger(pid) && pid > 1 && typeof command === 'string' && Number.isFinite(noted_at)
    return isNote ? { pid, command, noted_at } : undefined
  } catch {
    // A record truncated by the crash names no process; its file is removed anyway.
    return undefined
  }
}

async function isSameProcess(note: Note): Promise<boolean> {
  const found = await describeProcess(note.pid)
  if (found === undefined) return false
  const hasName = path
    .basename(found.command)
    .startsWith(path.parse(note.command).name.slice(0, 15))
  return hasName && Math.abs(found.startedAt - note.noted_at) <= startToleranceMs
}

/** Looks up a process's program and start time; undefined if it is not running. */
async function describeProcess(
  pid: number,
): Promise<{ command: string; startedAt: number } | undefined> {
  const run = promisify(execFile)
  try {
    if (process.platform === 'win32') {
      const query = `Get-Process -Id ${pid} | ForEach-Object { $_.StartTime.ToString('o') + ' ' + $_.Name }`
      const { stdout } = await run('powershell', ['-NoProfile', '-Command', query])
      const [startedAt = '', command = ''] = stdout.trim().split(' ')
      return { command, startedAt: Date.parse(startedAt) }
    }
    // Slim Linux containers have no ps, and processes may rename themselves: read /proc.
    if (process.platform === 'linux') return await describeLinuxProcess(pid)
    const env = { ...process.env, LC_ALL: 'C' }
    const { stdout } = await run('ps', ['-o', 'lstart=,comm=', '-p', String(pid)], { env })
    // For example "Sat Nov 21 13:26:08 2026 /opt/earshot/whisper-cli"
    const match = /^\s*(\w+ +\w+ +\d+ [\d:]+ \d+) +(.+?)\s*$/.exec(stdout)
    if (match?.[1] === undefined || match[2] === undefined) return undefined
    return { command: match[2], startedAt: Date.parse(match[1]) }
  } catch {
    return undefined
  }
}

async function describeLinuxProcess(pid: number) {
  const command = await readlink(`/proc/${pid}/exe`)
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /s, '').split(' ')
  const boot = /^btime (\d+)$/m.exec(await readFile('/proc/stat', 'utf8'))?.[1]
  // Field 22 of proc(5), in hundredths of a second since boot.
  return { command, startedAt: Number(boot) * 1000 + Number(fields[19]) * 10 }
}
