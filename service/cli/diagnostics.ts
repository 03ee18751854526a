import { readConfig } from '../config.ts'
import { command } from './command.ts'
import { writeDiagnostics } from './diagnostics-report.ts'
import { findSession } from './discovery.ts'

/** earshot diagnostics */
export const diagnostics = command({
  line: 'diagnostics [file]',
  about: 'write what helps to find a fault into a file that you can read before you share it',
  examples: ['diagnostics', 'diagnostics report.json'],
  run: async ({ io, out }, _options, file = 'earshot-diagnostics.json') => {
    const { dataDir } = readConfig(io.env)
    await writeDiagnostics(file, { dataDir, session: await findSession(dataDir) })
    out.result({ file }, [`Wrote ${file}. Read it before you share it.`])
  },
})
