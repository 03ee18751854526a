/**
 * Entry point of the diarization child process. Depending on its order (exchange.ts), it embeds
 * speech, clusters embeddings into speakers, or both. Writes JSON lines to stdout: progress, then
 * the result.
 */
import { findVoices } from './cluster.ts'
import { openEncoder, openSegmentation } from './onnx-models.ts'
import { readRuns, writeRuns, parseOrder, type Listen, readSpans } from './exchange.ts'
import { embedRuns, type EmbeddedRun } from './embed-runs.ts'
import { cutSpeech, findRuns } from './segmentation.ts'
import { findOverlaps } from './overlaps.ts'
import { findTurns, type SpeakerTurn } from './turns.ts'
import { unitMean, type Vector } from './voice.ts'
import { openWav } from '../sound/wav.ts'

/** Segmentation takes a fifth of the time, embedding the rest. */
const runsShare = 0.2

const answer = (line: Record<string, unknown>): void =>
  void process.stdout.write(`${JSON.stringify(line)}\n`)

async function embed(order: Listen): Promise<EmbeddedRun[]> {
  const speech = await readSpans(order.spans)
  const wav = await openWav(order.wav)
  const runs = []
  if (order.segmentation === undefined) {
    runs.push(...speech.map((span) => ({ ...span, people: 1 as const })))
  } else {
    const segmentation = await openSegmentation(order.segmentation)
    const { share = { start: 0, end: wav.seconds } } = order
    const found = await findRuns({ wav, segmentation }, { speech, share }, (done) =>
      answer({ progress: done * runsShare }),
    )
    const cut = cutSpeech(speech, found)
    runs.push(...cut.filter(({ start }) => start >= share.start && start < share.end))
  }
  const encoder = await openEncoder(order.encoder)
  const embedded = await embedRuns({ wav, encoder }, runs, (done) =>
    answer({ progress: runsShare + done * (1 - runsShare) }),
  )
  await wav.close()
  return embedded
}

function cluster(runs: readonly EmbeddedRun[]) {
  const windows = runs.flatMap((run) => run.windows)
  // Speech found only by the voice detector may be noise, and would add a speaker.
  const certain = runs.flatMap((run) => (run.people === 1 ? run.windows : []))
  const voices = findVoices(certain.length > 0 ? certain : windows)
  const turns = findTurns(runs, windows, voices)
  return inOrder({ turns, overlaps: findOverlaps(runs, turns) }, voices)
}

type Found = { turns: SpeakerTurn[]; overlaps: SpeakerTurn[] }

/** Numbers the speakers by their first turns; drops voices without a turn. */
function inOrder({ turns, overlaps }: Found, voices: Vector[]) {
  const order = [...new Set(turns.map(({ speaker }) => speaker))]
  const numbered = (turn: SpeakerTurn) => ({ ...turn, speaker: order.indexOf(turn.speaker) })
  return {
    turns: turns.map(numbered),
    overlaps: overlaps.map(numbered),
    embeddings: order.map((speaker) => [...(voices[speaker] ?? [])]),
  }
}

function oneVoice(runs: readonly EmbeddedRun[]) {
  const windows = runs.flatMap((run) => run.windows)
  const voice = unitMean(
    windows.map(({ embedding }) => embedding),
    windows.map(({ start, end }) => end - start),
  )
  return { turns: [], overlaps: [], embeddings: windows.length === 0 ? [] : [[...voice]] }
}

const order = parseOrder(process.argv[2])
const runs = order.listen === undefined ? [] : await embed(order.listen)
for (const file of order.runs ?? []) runs.push(...(await readRuns(file)))
if (order.target !== undefined) {
  await writeRuns(order.target, runs)
  answer({ ok: true, turns: [], overlaps: [], embeddings: [] })
} else {
  const isOne = order.listen !== undefined && order.listen.segmentation === undefined
  answer({ ok: true, ...(isOne ? oneVoice(runs) : cluster(runs)) })
}
// onnxruntime keeps threads alive, so exit explicitly once stdout is flushed.
process.stdout.write('', () => process.exit(0))
