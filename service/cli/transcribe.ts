import { Option } from 'commander'
import type { Earshot, SpeechText } from 'earshot/client'
import { randomUUID } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import path from 'node:path'
import { command } from './command.ts'
import { UsageError } from './errors.ts'

type Options = {
  language?: string
  format?: 'srt' | 'vtt'
  toEnglish?: boolean
  quick?: boolean
}

/** earshot transcribe … */
export const transcribe = command<Options>({
  line: 'transcribe <file>',
  about: 'transcribe a recording and print what was said; nothing is stored',
  options: [
    ['--language <code>', 'what is spoken; without it, it is detected'],
    new Option('--format <format>', 'print subtitles').choices(['srt', 'vtt']),
    ['--to-english', 'print it in English'],
    ['--quick', 'rough words at once, of a WAV file (16 kHz, mono, 30 s at most)'],
  ],
  examples: ['transcribe call.m4a', 'transcribe film.mkv --to-english --format srt'],
  run: async ({ api, out, io: { signal } }, options, file = '') => {
    const client = await api()
    const sound = new File([await openAsBlob(file)], path.basename(file))
    if (options.quick) {
      if (options.toEnglish || options.format) {
        throw new UsageError('--quick goes neither with --format nor with --to-english.')
      }
      const data = await transcribeQuickly(client, { sound, signal, language: options.language })
      const lines = data.segments.map(({ text }) => text)
      return out.result(data, lines.length > 0 ? lines : [nobody])
    }
    const sending = { sound, signal, ...options }
    // The client types what is JSON; subtitles are texts.
    const answer = (await transcribeWhole(client, sending)) as SpeechText | string
    const text = typeof answer === 'string' ? answer.trimEnd() : answer.text
    out.result(answer, [text === '' ? nobody : text])
  },
})

const nobody = 'Nobody speaks.'

type Sending = Options & { sound: File; signal: AbortSignal }

function transcribeWhole(client: Earshot, { sound, signal, ...options }: Sending) {
  const { language, format, toEnglish } = options
  const body = { file: sound, ...(format && { response_format: format }) }
  if (!toEnglish) {
    const spoken = language === undefined ? {} : { language }
    return client.createTranscription({ body: { ...body, ...spoken }, signal })
  }
  if (language !== undefined) {
    throw new UsageError('What is put into English is told by its sound: leave --language out.')
  }
  return client.createTranslation({ body, signal })
}

async function transcribeQuickly(
  client: Earshot,
  { sound, signal, language }: { sound: File; signal: AbortSignal; language: string | undefined },
) {
  const { data } = await client.hearLiveWords({
    path: { recorder: randomUUID() },
    query: { ...(language !== undefined && { language }) },
    body: sound,
    signal,
  })
  return data
}
