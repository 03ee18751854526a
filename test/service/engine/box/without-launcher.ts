// Runs where no launcher was built: tells how boxes are described there, and how an endless child ends.
import { describeBox } from '../../../../service/engine/box/box.ts'
import { runChild } from '../../../../service/engine/processes/run-child.ts'

const end = await runChild({
  command: process.execPath,
  args: ['-e', 'for (;;);'],
  box: { read: [], memoryBytes: 2 * 2 ** 30, processorSeconds: 1 },
  deadlineMs: 60_000,
  signal: new AbortController().signal,
}).catch((error: unknown) => error)
const code = typeof end === 'object' && end !== null && 'code' in end ? end.code : undefined
process.send?.({ state: describeBox({ hasShell: false }), code })
