import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

export type ProcessState = 'runs' | 'stands still' | 'gone'

/** What a process is doing, as the system tells it; not for Windows. */
export async function processState(pid: number): Promise<ProcessState> {
  const letter = process.platform === 'linux' ? await askKernel(pid) : await askPs(pid)
  if (letter === '' || letter === 'Z') return 'gone'
  return letter === 'T' ? 'stands still' : 'runs'
}

/** A slim Linux container has no ps. */
async function askKernel(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return stat.replace(/^.*\) /s, '').charAt(0)
}

async function askPs(pid: number): Promise<string> {
  const told = await promisify(execFile)('ps', ['-o', 'state=', '-p', String(pid)]).catch(
    () => null,
  )
  return told?.stdout.trim().charAt(0) ?? ''
}
