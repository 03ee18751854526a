import { randomUUID } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { command } from './command.ts'

/** earshot transcribe … */
export const transcribe = command<{ language?: string }>({
  line: 'transcribe <file>',
  about: 'transcribe a short WAV file at once (16 kHz, mono, 30 s at most); nothing is stored',
  options: [['--language <code>', 'what is spoken; without it, it is detected']],
  examples: ['transcribe remark.wav', 'transcribe remark.wav --language de'],
  run: async ({ api, out, io: { signal } }, { language }, file = '') => {
    const client = await api()
    const { data } = await client.hearLiveWords({
      path: { recorder: randomUUID() },
      query: { ...(language !== undefined && { language }) },
      body: await openAsBlob(file),
      signal,
    })
    const lines = data.segments.map(({ text }) => text)
    out.result(data, lines.length > 0 ? lines : ['Nobody speaks.'])
  },
})
