/**
 * Electron starts this file in place of a service script: LIMITS SCRIPT ARGUMENTS. It
 * provides what the script would have under plain Node, a channel to its parent and a memory
 * limit, and then runs it.
 */
import { getHeapStatistics } from 'node:v8'
import { pathToFileURL } from 'node:url'

type Port = {
  postMessage: (message: unknown) => void
  on: (event: 'message', listener: (event: { data: unknown }) => void) => void
}

/** Electron does not pass a utility process's V8 options on to V8, so we watch the heap instead. */
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

/** Provides `process.send` and the 'message' event, as in a process forked by plain Node. */
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
// parentPort exists only in Electron, and only Electron starts this file.
openChannel(Reflect.get(process, 'parentPort') as Port)
await import(pathToFileURL(script).href)
