import type { Command } from 'commander'
import { define, noun } from './define.ts'
import type { Io } from './io.ts'

/** earshot machine … */
export function addMachine(io: Io, program: Command): void {
  const machine = noun(program, 'machine', 'this machine: version, storage, what leaves it')
  define(io, machine, {
    name: 'show',
    about: 'show the version, memory, cores, and what is inside the software',
    examples: ['machine show', 'machine show --json | jq .components'],
    run: async ({ api, out }) => out.record((await (await api()).getMachine()).data),
  })
  define(io, machine, {
    name: 'storage',
    about: 'show what recordings, models and the database take',
    examples: ['machine storage'],
    run: async ({ api, out }) => out.record((await (await api()).getStorage()).data),
  })
  define(io, machine, {
    name: 'privacy',
    about: 'show every way by which anything leaves this machine',
    examples: ['machine privacy', 'machine privacy --json | jq .model_downloads'],
    run: async ({ api, out }) => out.record((await (await api()).getPrivacy()).data),
  })
}
