/** Starts a child whose main thread never returns, prints its id, and waits to be killed. */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const child = fork(fileURLToPath(new URL('./stuck-child.ts', import.meta.url)))
child.once('message', () => process.stdout.write(`${child.pid}\n`))
