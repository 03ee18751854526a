import { EventEmitter } from 'node:events'

/** Loaded before the entry: gives a forked process of plain Node what Electron's have instead. */
const send = process.send?.bind(process)
const port = Object.assign(new EventEmitter(), {
  postMessage: (message: object) => void send?.(message),
})
// As in Electron, a port that nobody listens to keeps no process alive.
port.on('newListener', (event) => {
  if (event === 'message') process.channel?.ref()
})
process.once('disconnect', () => process.exit(0))
process.on('message', () => {}) // Node keeps messages back until somebody listens
process.channel?.unref()
// What comes over Node's channel is the port's alone: utility processes hear no 'message'.
const emit = process.emit.bind(process)
Object.assign(process, {
  parentPort: port,
  send: undefined,
  emit: (...[name, message, ...rest]: Parameters<typeof emit>) =>
    isForPort(message)
      ? port.emit('message', { data: message.forPort })
      : emit(name, message, ...rest),
})

function isForPort(message: unknown): message is { forPort: unknown } {
  return typeof message === 'object' && message !== null && 'forPort' in message
}
