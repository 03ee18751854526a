/**
 * Entry of the child process that tells speakers apart: MODEL WAV SPANS THREADS [one]. SPANS is a
 * JSON file of stretches with speech. It answers in JSON lines on stdout: progress, and last the
 * result. With `one` all the speech is one speaker's.
 */
import { bundledLimits, findVoices } from './cluster.ts'
import { openEncoder } from './encoder.ts'
import { listen, type Ear } from './listen.ts'
import { readSpans } from './spans-file.ts'
import { createMel } from './mel.ts'
import { findTurns, type SpeakerTurn } from './turns.ts'
import { unitMean, type Vector } from './vectors.ts'
import type { Window } from './voice-group.ts'
import { openWav } from './wav-reader.ts'

const answer = (line: Record<string, unknown>): void =>
  void process.stdout.write(`${JSON.stringify(line)}\n`)

type Order = { model: string; wav: string; spans: string; threads: number; isOne: boolean }

async function main(order: Order): Promise<void> {
  const spans = await readSpans(order.spans)
  const wav = await openWav(order.wav)
  const encoder = await openEncoder(order.model, order.threads)
  const ear: Ear = { wav, encoder, mel: createMel() }
  const windows = await listen(ear, spans, (progress) => answer({ progress }))
  await wav.close()
  const voices = order.isOne ? oneVoice(windows) : findVoices(windows, bundledLimits)
  const turns = order.isOne ? [] : findTurns(spans, windows, voices)
  answer({ ok: true, ...inOrder(turns, voices, order.isOne) })
}

const oneVoice = (windows: Window[]): Vector[] =>
  windows.length === 0
    ? []
    : [
        unitMean(
          windows.map(({ embedding }) => embedding),
          windows.map(({ start, end }) => end - start),
        ),
      ]

/** Numbers the speakers as they are first heard; a voice that got no turn is left out. */
function inOrder(turns: SpeakerTurn[], voices: Vector[], isOne: boolean) {
  const order = isOne ? [0] : [...new Set(turns.map(({ speaker }) => speaker))]
  return {
    turns: turns.map((turn) => ({ ...turn, speaker: order.indexOf(turn.speaker) })),
    embeddings: order.flatMap((speaker) => {
      const voice = voices[speaker]
      return voice === undefined ? [] : [[...voice]]
    }),
  }
}

const [model, wav, spans, threads, one] = process.argv.slice(2)
if (model === undefined || wav === undefined || spans === undefined) {
  throw new Error('usage: MODEL WAV SPANS THREADS [one]')
}
await main({ model, wav, spans, threads: Number(threads ?? 1), isOne: one === 'one' })
// The run time keeps threads alive; everything is written by now.
process.stdout.write('', () => process.exit(0))
