/**
 * What Electron starts in place of a script of the service: LIMITS SCRIPT ARGUMENTS. It gives the
 * script what it has under plain Node, a channel to its parent and a bound for its memory, and then
 * runs it.
 */
import { getHeapStatistics } from 'node:v8'
import { pathToFileURL } from 'node:url'

type Port = {
  postMessage: (message: unknown) => void
  on: (event: 'message', listener: (event: { data: unknown }) => void) => void
}

/** Electron does not hand a utility process's V8 options to V8, so that the heap is watched instead. */
const watchEveryMs = 50

function boundMemory(limits: readonly string[]): void {
  const found = limits.map((text) => /^--max-old-space-size=(\d+)$/.exec(text)?.[1]).find(Boolean)
  if (found === undefined) return
  const most = Number(found) * 2 ** 20
  const watch = setInterval(() => {
    if (getHeapStatistics().used_heap_size <= most) return
    process.stderr.write('The script was ended: heap out of memory.\n', () => process.exit(134))
  }, watchEveryMs)
  watch.unref()
}

/** `process.send` and 'message', as a forked child of plain Node has them. */
function openChannel(port: Port): void {
  Object.assign(process, {
    connected: true,
    send: (message: unknown) => {
      port.postMessage(message)
      return true
    },
  })
  // Scripts that receive nothing never listen, and a listening port would keep them alive.
  let isListening = false
  process.on('newListener', (event) => {
    if (event !== 'message' || isListening) return
    isListening = true
    port.on('message', ({ data }) => void process.emit('message', data, undefined))
  })
}

const [limits = '[]', script = '', ...args] = process.argv.slice(2)
process.argv.splice(1, process.argv.length, script, ...args)
boundMemory(JSON.parse(limits))
// Only Electron has it, and only Electron starts this file.
openChannel(Reflect.get(process, 'parentPort') as Port)
await import(pathToFileURL(script).href)
