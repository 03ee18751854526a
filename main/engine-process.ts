import { utilityProcess, type UtilityProcess } from 'electron'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Type } from 'typebox'
import type { ScriptReport, ScriptRequest } from '../service/shell-scripts.ts'
import { checkOf } from './schema-check.ts'

const Id = Type.Integer({ minimum: 1 })
const Start = Type.Object({
  type: Type.Literal('script.start'),
  id: Id,
  entry: Type.String({ maxLength: 4_096 }),
  args: Type.Array(Type.String({ maxLength: 4_096, pattern: '^[^\\0]*$' }), { maxItems: 16 }),
  // Memory limits only: other options could load code or open a debugger.
  exec_argv: Type.Array(Type.String({ pattern: '^--max-(old|semi)-space-size=[0-9]{1,5}$' }), {
    maxItems: 4,
  }),
  env: Type.Record(Type.String(), Type.String()),
})
const Send = Type.Object({ type: Type.Literal('script.send'), id: Id, message: Type.Unknown() })
const Kill = Type.Object({ type: Type.Literal('script.kill'), id: Id })
const isRequest = checkOf(Type.Union([Start, Send, Kill])) satisfies (
  message: unknown,
) => message is ScriptRequest
type Start = Extract<ScriptRequest, { type: 'script.start' }>

/** The environment variables a script may see. NODE_OPTIONS and our keys are not among them. */
const environment = [
  ...['PATH', 'HOME', 'LANG', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'USERPROFILE'],
  ...['LD_LIBRARY_PATH', 'NODE_LLAMA_CPP_DEBUG'],
  // Where drivers of graphics processors are looked for.
  ...['CUDA_PATH', 'VK_ICD_FILENAMES', 'VK_DRIVER_FILES', 'XDG_DATA_DIRS'],
  ...['windir', 'SystemDrive', 'ProgramFiles', 'ProgramData'],
]

/** How long to wait for a script's last output after it has exited. */
const lastWordsMs = 2_000

export type ScriptPlaces = {
  /** main/engine-child.ts, the entry point for every script. */
  runner: string
  /** Only scripts inside this folder may run. */
  serviceFolder: string
}

/**
 * Starts scripts on behalf of the service. The service is a utility process, which cannot start
 * others, and a fuse stops the packed program from running scripts by itself. The scripts end with
 * the service.
 */
export function serveScripts(service: UtilityProcess, places: ScriptPlaces): void {
  const running = new Map<number, UtilityProcess>()
  let isGone = false
  const tell = (report: ScriptReport) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a process, not a window
    if (!isGone) service.postMessage(report)
  }
  const start = (order: Start) => {
    const reason = whyRefused(order, places, running)
    if (reason !== null) return tell({ type: 'script.refused', id: order.id, reason })
    running.set(order.id, startScript(order, places, tell))
    running.get(order.id)?.once('exit', () => running.delete(order.id))
  }
  service.on('message', (message: unknown) => {
    if (!isRequest(message)) return
    if (message.type === 'script.start') return start(message)
    const child = running.get(message.id)
    if (!child) return
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a process, not a window
    if (message.type === 'script.send') child.postMessage(message.message)
    else end(child)
  })
  service.once('exit', () => {
    isGone = true
    for (const child of running.values()) end(child)
  })
}

function whyRefused(
  { id, entry }: Start,
  { serviceFolder }: ScriptPlaces,
  running: ReadonlyMap<number, unknown>,
): string | null {
  const inside = path.relative(serviceFolder, path.resolve(entry))
  const isInside = !inside.startsWith('..') && !path.isAbsolute(inside) && path.isAbsolute(entry)
  if (!isInside || !/-child\.ts$|(^|[\\/])child\.ts$/.test(inside)) {
    return 'Refused: not a script of the service.'
  }
  return running.has(id) ? 'Refused: this number is taken.' : null
}

function startScript(
  { id, entry, args, exec_argv, env }: Start,
  { runner }: ScriptPlaces,
  tell: (report: ScriptReport) => void,
): UtilityProcess {
  const child = utilityProcess.fork(runner, [JSON.stringify(exec_argv), entry, ...args], {
    execArgv: exec_argv,
    env: Object.fromEntries(Object.entries(env).filter(([name]) => environment.includes(name))),
    stdio: 'pipe',
    serviceName: 'Earshot engine',
  })
  child.once('spawn', () => {
    if (child.pid !== undefined) tell({ type: 'script.spawned', id, pid: child.pid })
  })
  child.on('message', (message: unknown) => tell({ type: 'script.said', id, message }))
  const outputs = (['stdout', 'stderr'] as const).map((stream) =>
    passOn(child, child[stream], (chunk) => tell({ type: 'script.output', id, stream, chunk })),
  )
  child.once('exit', (code) => {
    void Promise.race([Promise.all(outputs), pause(lastWordsMs)]).then(() =>
      tell({ type: 'script.ended', id, code }),
    )
  })
  return child
}

/** Forwards a stream; resolves when it ends. */
function passOn(
  child: UtilityProcess,
  stream: NodeJS.ReadableStream | null,
  onChunk: (chunk: Buffer) => void,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const listen = () => stream?.on('data', onChunk).once('end', resolve).once('close', resolve)
  if (!stream) resolve()
  listen()
  // Electron removes all listeners right after 'exit', when the last lines may still be in transit.
  child.once('exit', () => queueMicrotask(listen))
  return promise
}

/** Kills the process at once: a script deep in native code ignores SIGTERM. */
function end(child: UtilityProcess): void {
  try {
    if (child.pid !== undefined) process.kill(child.pid, 'SIGKILL')
  } catch {
    // It has already exited.
  }
  child.kill()
}
