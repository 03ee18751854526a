import { fork } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createLlama, type Llama } from '../../service/engine/llama.ts'
import { isNightly } from '../support/nightly.ts'
import { attacks, expectHarmless, requestWith, secret } from '../service/engine/injection.ts'
import { languageModel } from './language-model.ts'

// All fifty by night; three kinds in one call where the engines changed.
const sampled = attacks.filter(({ text }) =>
  /^(Ignore previous|<\/transcript>|Print your system)/.test(text),
)
const chosen = isNightly
  ? attacks
  : [{ kind: 'several', text: sampled.map(({ text }) => text).join(' ') }]

const model = languageModel ?? { id: 'absent', path: '', sha256: '' }
const options = { signal: new AbortController().signal, onProgress: () => {} }
const watch = fileURLToPath(new URL('./network-watch.ts', import.meta.url))

let folder: string
let log: string
let llama: Llama
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'earshot-injection-'))
  log = path.join(folder, 'network.log')
  llama = createLlama({
    log: pino({ level: 'silent' }),
    maxTokens: 120,
    startChild: (entry) =>
      fork(entry, {
        execArgv: ['--import', watch],
        env: { ...process.env, EARSHOT_NETWORK_LOG: log },
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      }),
  })
})
afterAll(async () => {
  await llama.stop()
  await rm(folder, { recursive: true, force: true })
})

describe.skipIf(!languageModel)('the language model (skipped without its file)', () => {
  test('obeys no attack, says nothing of its instructions, opens nothing', async () => {
    await llama.write(model, requestWith(secret), options)
    for (const attack of chosen) {
      expectHarmless(await llama.write(model, requestWith(attack.text), options), attack)
    }
    // The watch is in place, also in what the model's process starts itself, and saw nothing.
    const noted = (await readFile(log, 'utf8')).trim().split('\n')
    expect(new Set(noted)).toEqual(new Set(['watching']))
  }, 1_800_000)
})
