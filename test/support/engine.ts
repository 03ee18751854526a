import { JobError } from '../../service/core/errors.ts'
import type {
  LiveTranscription,
  MediaFacts,
  Transcriber,
  Transcription,
  Voice,
  Waveform,
  Writer,
  Writing,
} from '../../service/engine/engine.ts'

type Transcribe = Transcriber['transcribe']
type Write = Writer['write']

/** What the scripted transcriber hears unless a test says otherwise. */
export const spoken = (text = 'We will send the contract on Friday.'): Transcription => ({
  language: 'en',
  languageProbability: 0.98,
  durationSeconds: 12.5,
  modelUsed: 'scripted-transcriber',
  speakers: [{ voice: null, seconds: 3.5 }],
  translatedTo: null,
  echo: null,
  segments: [
    {
      start: 0.5,
      end: 4,
      text,
      speaker: 0,
      words: text.split(' ').map((word, index) => ({
        text: word,
        start: 0.5 + index * 0.4,
        end: 0.9 + index * 0.4,
        confidence: 0.9,
      })),
    },
  ],
})

/** Turns of several speakers, by their places in the list: one word takes 0.4 s, a turn 5 s. */
export function spokenBy(
  turns: readonly (readonly [speaker: number, text: string])[],
  voices: readonly (Voice | null)[] = [],
): Transcription {
  const count = Math.max(-1, ...turns.map(([speaker]) => speaker)) + 1
  return {
    ...spoken(),
    durationSeconds: turns.length * 5,
    speakers: Array.from({ length: count }, (_, at) => ({
      voice: voices[at] ?? null,
      seconds: 10,
    })),
    segments: turns.map(([speaker, text], turn) => {
      const words = text.split(' ').map((word, at) => ({
        text: word,
        start: (turn * 50 + at * 4) / 10,
        end: (turn * 50 + at * 4 + 4) / 10,
        confidence: 0.9,
      }))
      return { start: turn * 5, end: (turn * 50 + words.length * 4) / 10, text, speaker, words }
    }),
  }
}

export const readable: MediaFacts = {
  container: 'wav',
  durationSeconds: 12.5,
  hasVideo: false,
  audioTracks: [{ codec: 'pcm-s16', channels: 1, sampleRate: 16_000 }],
}

/** What the scripted transcriber hears in a piece of sound, unless a test says otherwise. */
export const liveTranscription = (text = 'Ask not.'): LiveTranscription => ({
  segments: [
    {
      start: 0.2,
      end: 1,
      text,
      words: text.split(' ').map((word, at) => ({
        text: word,
        start: (2 + at * 4) / 10,
        end: (6 + at * 4) / 10,
        isJoined: false,
      })),
    },
  ],
  language: 'en',
  modelUsed: 'scripted-transcriber',
})

/** What the scripted recording looks like: it sounds while somebody speaks. */
const drawn: Waveform = {
  secondsPerPeak: 0.5,
  peaks: [Array.from({ length: 25 }, (_, at) => (at < 1 || at > 8 ? 0 : 40 + ((at * 23) % 61)))],
  quiet: [{ start: 4, end: 12.5 }],
}

type Script = Partial<Transcriber> & { probe?: (audioPath: string) => Promise<MediaFacts> }

/** A transcriber that does as the test says; the real one is tested in test/engine. */
export function scriptedTranscriber(
  transcribe: Transcribe = async () => spoken(),
  { probe = async () => readable, ...changes }: Script = {},
): Transcriber {
  return {
    status: async () => ({ ready: true, model: 'scripted-transcriber' }),
    transcribe: async (input, options) => {
      await options.onReadable?.(await probe(input.audioPath))
      await options.onWaveform?.(drawn)
      return transcribe(input, options)
    },
    transcribeLive: async () => liveTranscription(),
    stop: async () => {},
    ...changes,
  }
}

export const written = (result: Record<string, unknown> = { summary: 'A contract.' }): Writing => ({
  result,
  modelUsed: 'scripted-writer',
  evidence: {},
  needsLanguageModel: [],
  coverage: { tokens_total: 10, tokens_used: 10, chunks: 1 },
  confidenceScore: 80,
})

/** A writer that does as the test says. */
export function scriptedWriter(
  write: Write = async () => written(),
  changes: Partial<Writer> = {},
): Writer {
  return {
    status: async () => ({ ready: true, model: 'scripted-writer' }),
    checkSchema: () => null,
    write,
    stop: async () => {},
    ...changes,
  }
}

/** Work that never ends by itself, but stops when it is told to. */
export const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    const stop = () => reject(new JobError('cancelled', 'Stopped.'))
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
