/**
 * Entry of the child process that listens to speech, tells voices apart, or both, as its order says
 * (order.ts). It answers in JSON lines on stdout: progress, and last the result.
 */
import { findVoices } from './cluster.ts'
import { openEncoder } from './encoder.ts'
import { readRuns, writeRuns } from './runs-file.ts'
import { listen, type EmbeddedRun } from './embed-runs.ts'
import { parseOrder, type Listen } from './order.ts'
import { cutSpeech, findRuns, openSegmentation } from './segmentation.ts'
import { readSpans } from './spans-file.ts'
import { findTurns, type SpeakerTurn } from './turns.ts'
import { unitMean, type Vector } from './vectors.ts'
import { openWav } from '../sound/wav.ts'

/** Finding who speaks when takes a fifth of the time, their voices the rest. */
const runsShare = 0.2

const answer = (line: Record<string, unknown>): void =>
  void process.stdout.write(`${JSON.stringify(line)}\n`)

async function hear(order: Listen): Promise<EmbeddedRun[]> {
  const speech = await readSpans(order.spans)
  const wav = await openWav(order.wav)
  const runs = []
  if (order.segmentation === undefined) {
    runs.push(...speech.map((span) => ({ ...span, people: 1 as const })))
  } else {
    const segmentation = await openSegmentation(order.segmentation)
    const found = await findRuns({ wav, segmentation }, speech, (done) =>
      answer({ progress: done * runsShare }),
    )
    runs.push(...cutSpeech(speech, found))
  }
  const encoder = await openEncoder(order.encoder)
  const heard = await listen({ wav, encoder }, runs, (done) =>
    answer({ progress: runsShare + done * (1 - runsShare) }),
  )
  await wav.close()
  return heard
}

function tellApart(runs: readonly EmbeddedRun[]) {
  const windows = runs.flatMap((run) => run.windows)
  // What only the detector hears may be a noise, which would be taken for one more person.
  const certain = runs.flatMap((run) => (run.people === 1 ? run.windows : []))
  const voices = findVoices(certain.length > 0 ? certain : windows)
  return inOrder(findTurns(runs, windows, voices), voices)
}

/** Numbers the speakers as they are first heard; a voice that got no turn is left out. */
function inOrder(turns: SpeakerTurn[], voices: Vector[]) {
  const order = [...new Set(turns.map(({ speaker }) => speaker))]
  return {
    turns: turns.map((turn) => ({ ...turn, speaker: order.indexOf(turn.speaker) })),
    embeddings: order.map((speaker) => [...(voices[speaker] ?? [])]),
  }
}

function oneVoice(runs: readonly EmbeddedRun[]) {
  const windows = runs.flatMap((run) => run.windows)
  const voice = unitMean(
    windows.map(({ embedding }) => embedding),
    windows.map(({ start, end }) => end - start),
  )
  return { turns: [], embeddings: windows.length === 0 ? [] : [[...voice]] }
}

const order = parseOrder(process.argv[2])
const heard = order.listen === undefined ? [] : await hear(order.listen)
for (const file of order.heard ?? []) heard.push(...(await readRuns(file)))
if (order.target !== undefined) {
  await writeRuns(order.target, heard)
  answer({ ok: true, turns: [], embeddings: [] })
} else {
  const isOne = order.listen !== undefined && order.listen.segmentation === undefined
  answer({ ok: true, ...(isOne ? oneVoice(heard) : tellApart(heard)) })
}
// The run time keeps threads alive; everything is written by now.
process.stdout.write('', () => process.exit(0))
