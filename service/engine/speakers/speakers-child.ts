/**
 * Entry of the child process that tells speakers apart: SEGMENTATION ENCODER WAV SPANS THREADS
 * [one]. SPANS is a JSON file of stretches with speech. It answers in JSON lines on stdout:
 * progress, and last the result. With `one` all the speech is one speaker's.
 */
import { findVoices } from './cluster.ts'
import { openEncoder } from './encoder.ts'
import { listen } from './listen.ts'
import { cutSpeech, findRuns, openSegmentation } from './segmentation.ts'
import { readSpans } from './spans-file.ts'
import { findTurns, type SpeakerTurn } from './turns.ts'
import { unitMean, type Vector } from './vectors.ts'
import { openWav } from './wav-reader.ts'

/** Finding who speaks when takes a fifth of the time, their voices the rest. */
const runsShare = 0.2

type Order = {
  segmentation: string
  encoder: string
  wav: string
  spans: string
  threads: number
}

const answer = (line: Record<string, unknown>): void =>
  void process.stdout.write(`${JSON.stringify(line)}\n`)

async function tellApart(order: Order): Promise<void> {
  const speech = await readSpans(order.spans)
  const wav = await openWav(order.wav)
  const segmentation = await openSegmentation(order.segmentation, order.threads)
  const found = await findRuns(wav, segmentation, (done) => answer({ progress: done * runsShare }))
  const runs = cutSpeech(speech, found)
  const encoder = await openEncoder(order.encoder, order.threads)
  const single = runs.filter(({ people }) => people < 2)
  const windows = await listen({ wav, encoder }, single, (done) =>
    answer({ progress: runsShare + done * (1 - runsShare) }),
  )
  await wav.close()
  // What only the detector hears may be a noise, which would be taken for one more person.
  const certain = windows.filter(({ people }) => people === 1)
  const voices = findVoices(certain.length > 0 ? certain : windows)
  answer({ ok: true, ...inOrder(findTurns(runs, windows, voices), voices) })
}

/** Numbers the speakers as they are first heard; a voice that got no turn is left out. */
function inOrder(turns: SpeakerTurn[], voices: Vector[]) {
  const order = [...new Set(turns.map(({ speaker }) => speaker))]
  return {
    turns: turns.map((turn) => ({ ...turn, speaker: order.indexOf(turn.speaker) })),
    embeddings: order.map((speaker) => [...(voices[speaker] ?? [])]),
  }
}

async function embedOne(order: Order): Promise<void> {
  const spans = await readSpans(order.spans)
  const wav = await openWav(order.wav)
  const encoder = await openEncoder(order.encoder, order.threads)
  const windows = await listen({ wav, encoder }, spans, (progress) => answer({ progress }))
  await wav.close()
  const voice = unitMean(
    windows.map(({ embedding }) => embedding),
    windows.map(({ start, end }) => end - start),
  )
  answer({ ok: true, turns: [], embeddings: windows.length === 0 ? [] : [[...voice]] })
}

const [segmentation, encoder, wav, spans, threads, one] = process.argv.slice(2)
if (!segmentation || !encoder || !wav || !spans) {
  throw new Error('usage: SEGMENTATION ENCODER WAV SPANS THREADS [one]')
}
const order = { segmentation, encoder, wav, spans, threads: Number(threads ?? 1) }
await (one === 'one' ? embedOne(order) : tellApart(order))
// The run time keeps threads alive; everything is written by now.
process.stdout.write('', () => process.exit(0))
