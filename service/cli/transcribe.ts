import type { Command } from 'commander'
import { randomUUID } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { define } from './define.ts'
import type { Io } from './io.ts'

/** earshot transcribe … */
export function addTranscribe(io: Io, program: Command): void {
  define<{ language?: string }>(io, program, {
    name: 'transcribe <file>',
    about: 'transcribe a short WAV file at once (16 kHz, mono, 30 s at most); nothing is stored',
    options: [['--language <code>', 'what is spoken; without it, it is detected']],
    examples: ['transcribe remark.wav', 'transcribe remark.wav --language de'],
    run: async ({ api, out }, { language }, file = '') => {
      const { data } = await (
        await api()
      ).hearLiveWords({
        path: { recorder: randomUUID() },
        query: { ...(language !== undefined && { language }) },
        body: await openAsBlob(file),
        signal: io.signal,
      })
      const lines = data.segments.map(({ text }) => text)
      out.result(data, lines.length > 0 ? lines : ['Nobody speaks.'])
    },
  })
}
