import type { Command } from 'commander'
import { randomUUID } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { define } from './define.ts'
import type { Io } from './io.ts'

/** earshot hear … */
export function addHear(io: Io, program: Command): void {
  define<{ language?: string }>(io, program, {
    name: 'hear <file>',
    about: 'print the words of a short WAV file at once (16 kHz, mono, 30 s); nothing is kept',
    options: [['--language <code>', 'what is spoken; without it, it is detected']],
    examples: ['hear remark.wav', 'hear remark.wav --language de'],
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
