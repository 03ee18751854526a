import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { killOrphans, noteChild } from '../../../../service/engine/processes/orphans.ts'
import { runChild } from '../../../../service/engine/processes/run-child.ts'

let runDir: string
beforeEach(async () => {
  runDir = await mkdtemp(path.join(os.tmpdir(), 'earshot-running-'))
})
afterEach(() => rm(runDir, { recursive: true, force: true }))

const box = { read: [], memoryBytes: 2 * 2 ** 30, processorSeconds: 60, startsPrograms: true }

const script = (code: string, change: Partial<Parameters<typeof runChild>[0]> = {}) =>
  runChild({
    command: process.execPath,
    args: ['-e', code],
    box,
    deadlineMs: 20_000,
    signal: new AbortController().signal,
    runDir,
    ...change,
  })

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test('hands on lines of both streams and the exit code', async () => {
  const lines: string[] = []
  const result = await script('console.log("out"); console.error("err"); process.exitCode = 3', {
    onStdoutLine: (line) => lines.push(line),
    onStderrLine: (line) => lines.push(line),
  })
  expect(lines.toSorted()).toEqual(['err', 'out'])
  expect(result).toMatchObject({
    code: 3,
    signal: null,
    stderrTail: 'err\n',
    wasOutOfMemory: false,
  })
  expect(await readdir(runDir)).toEqual([])
})

test('arguments never reach a shell', async () => {
  const lines: string[] = []
  await runChild({
    command: process.execPath,
    args: ['-p', 'process.argv[1]', '$(id); `id`; "quoted"'],
    box,
    deadlineMs: 20_000,
    signal: new AbortController().signal,
    onStdoutLine: (line) => lines.push(line),
  })
  expect(lines).toEqual(['$(id); `id`; "quoted"'])
})

test('a flood on stderr is kept to its tail', async () => {
  const result = await script('for (let i = 0; i < 50000; i++) console.error("line " + i)')
  expect(result.stderrTail.length).toBeLessThanOrEqual(8000)
  expect(result.stderrTail).toContain('line 49999')
})

test.each(['stdout', 'stderr'])(
  'a child that writes to %s without end is stopped',
  async (name) => {
    const code = `const fs = require('fs'); const piece = 'x'.repeat(1 << 20)
    for (;;) fs.writeSync(${name === 'stdout' ? 1 : 2}, piece)`
    await expect(script(code)).rejects.toMatchObject({
      code: 'engine_crashed',
      message: expect.stringContaining('without end'),
    })
    expect(await readdir(runDir)).toEqual([])
  },
)

test('past its deadline a child is killed with everything it started', async () => {
  const pids: number[] = []
  // Starts a child of its own, tells both numbers, and hangs.
  const code = `
    const { pid } = require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'])
    console.log(process.pid); console.log(pid); setInterval(() => {}, 1e6)`
  const onStdoutLine = (line: string): void => void pids.push(Number(line))
  await expect(script(code, { deadlineMs: 3000, onStdoutLine })).rejects.toMatchObject({
    code: 'engine_timeout',
  })
  expect(pids).toHaveLength(2)
  await expect.poll(() => pids.some(isAlive)).toBe(false)
})

test('a cancelled child is gone within two seconds', async () => {
  const stopping = new AbortController()
  const startedAt = performance.now()
  const work = script('setInterval(() => {}, 1e6)', {
    signal: stopping.signal,
    onSpawn: () => stopping.abort(),
  })
  await expect(work).rejects.toMatchObject({ code: 'cancelled' })
  expect(performance.now() - startedAt).toBeLessThan(2000)
})

test('work cancelled beforehand starts nothing', async () => {
  await expect(script('0', { signal: AbortSignal.abort() })).rejects.toMatchObject({
    code: 'cancelled',
  })
})

test('a program that is not there is a crash with its name in the text', async () => {
  await expect(script('0', { command: '/nowhere/whisper-cli' })).rejects.toMatchObject({
    code: 'engine_crashed',
    message: expect.stringContaining('/nowhere/whisper-cli'),
  })
})

test('the next start ends children that outlived a killed service, and no one else', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { detached: true })
  await once(child, 'spawn')
  const ended = once(child, 'exit')
  await noteChild(runDir, child.pid ?? 0, process.execPath)
  // Even one that stands still.
  if (process.platform !== 'win32') child.kill('SIGSTOP')
  // A program that runs under a number that was noted long before it started.
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { detached: true })
  await once(other, 'spawn')
  const note = { pid: other.pid, command: process.execPath, noted_at: Date.now() - 3_600_000 }
  await writeFile(path.join(runDir, `${other.pid}.json`), JSON.stringify(note))
  await writeFile(path.join(runDir, '77.json'), '{"pid": 77, "comm')
  expect(await killOrphans(runDir)).toBe(1)
  expect((await ended)[1]).toBe('SIGKILL')
  expect(isAlive(other.pid ?? 0)).toBe(true)
  other.kill('SIGKILL')
  expect(await readdir(runDir)).toEqual([])
})
