/** A service that dies while its language model works: prints the model process's id, then waits. */
import { pino } from 'pino'

import { createLlama } from '../../service/engine/llama.ts'
import { languageModel } from './language-model.ts'

const llama = createLlama({ log: pino({ level: 'silent' }) })
if (languageModel) {
  const text = 'We talked about the launch and about the budget for the launch. '.repeat(40)
  const segments = [{ id: 'seg_1', start: 0, end: 60, speaker: 'A', text }]
  const schema = { type: 'object', properties: { summary: { type: 'string' } } }
  const request = { instructions: 'Summarise.', segments, language: 'en', schema }
  await llama.write(languageModel, request, {
    signal: new AbortController().signal,
    onProgress: () => process.stdout.write(`${llama.pid()}\n`),
  })
}
