/**
 * Entry of the child process for the models of the catalogue: SEGMENTATION EMBEDDING WAV THREADS
 * [SPANS]. With SPANS, a JSON file of stretches, all of them are one speaker's. It answers like
 * speakers-child.ts. The library holds what it works on as floats, so long recordings go through it
 * in parts; the voices of the parts are then put together by likeness.
 */
import sherpa, { type SpeakerEmbeddingExtractor } from 'sherpa-onnx-node'
import { groupVoices } from './cluster.ts'
import { tidyTurns, type SpeakerTurn } from './turns.ts'
import { unitMean, type Vector } from './vectors.ts'
import { readSpans } from './spans-file.ts'
import { openWav, sampleRate, type WavReader } from './wav-reader.ts'

const partSeconds = 20 * 60

/** Distance up to which the library joins voices; its own default. */
const libraryThreshold = 0.5

/** Cosine from which two parts' voices are one: the same as the library's distance. */
const alikeAcrossParts = 1 - libraryThreshold

/** A voice is known well enough after this much speech. */
const enoughSeconds = 30

type PartVoice = { embedding: Vector; seconds: number; part: number; speaker: number }

const answer = (line: Record<string, unknown>): void =>
  void process.stdout.write(`${JSON.stringify(line)}\n`)

type Order = { segmentation: string; embedding: string; wav: string; threads: number }

async function main({ segmentation, embedding, wav: file, threads }: Order): Promise<void> {
  const extractorConfig = { model: embedding, numThreads: threads, debug: false }
  const diarization = new sherpa.OfflineSpeakerDiarization({
    segmentation: { pyannote: { model: segmentation }, numThreads: threads, debug: false },
    embedding: extractorConfig,
    clustering: { numClusters: -1, threshold: libraryThreshold },
    minDurationOn: 0.2,
    minDurationOff: 0.5,
  })
  const extractor = new sherpa.SpeakerEmbeddingExtractor(extractorConfig)
  const wav = await openWav(file)
  const parts: SpeakerTurn[][] = []
  const voices: PartVoice[] = []
  for (let start = 0; start < wav.seconds; start += partSeconds) {
    const end = Math.min(wav.seconds, start + partSeconds)
    const found = diarization.process(await wav.read({ start, end }))
    const turns = found.map((turn) => ({
      speaker: turn.speaker,
      start: start + turn.start,
      end: Math.min(end, start + turn.end),
    }))
    voices.push(...(await voicesOf({ extractor, wav }, turns, parts.length)))
    parts.push(turns)
    answer({ progress: end / wav.seconds })
  }
  await wav.close()
  answer({ ok: true, ...together(parts, voices) })
}

type Tools = { extractor: SpeakerEmbeddingExtractor; wav: WavReader }

async function voicesOf(tools: Tools, turns: SpeakerTurn[], part: number): Promise<PartVoice[]> {
  const voices: PartVoice[] = []
  for (const speaker of new Set(turns.map((turn) => turn.speaker))) {
    const own = turns.filter((turn) => turn.speaker === speaker)
    const { embedding, seconds } = await embed(tools, own)
    voices.push({ embedding, seconds, part, speaker })
  }
  return voices
}

/** From the longest turns: they are the purest. */
async function embed({ extractor, wav }: Tools, turns: SpeakerTurn[]) {
  const stream = extractor.createStream()
  let seconds = 0
  for (const turn of turns.toSorted((a, b) => b.end - b.start - (a.end - a.start))) {
    if (seconds >= enoughSeconds) break
    stream.acceptWaveform({ samples: await wav.read(turn), sampleRate })
    seconds += turn.end - turn.start
  }
  stream.inputFinished()
  return { embedding: unitMean([extractor.compute(stream, false)]), seconds }
}

/** Numbers the speakers of all parts alike, in the order in which they are first heard. */
function together(parts: SpeakerTurn[][], voices: PartVoice[]) {
  const groups =
    parts.length === 1 ? voices.map((_, at) => [at]) : groupVoices(voices, alikeAcrossParts)
  const groupOf = (part: number, speaker: number): number =>
    groups.findIndex((members) =>
      members.some((at) => voices[at]?.part === part && voices[at]?.speaker === speaker),
    )
  const turns = tidyTurns(
    parts.flatMap((own, part) =>
      own.map((turn) => ({ ...turn, speaker: groupOf(part, turn.speaker) })),
    ),
  )
  const order = [...new Set(turns.map(({ speaker }) => speaker))]
  return {
    turns: turns.map((turn) => ({ ...turn, speaker: order.indexOf(turn.speaker) })),
    embeddings: order.map((group) => {
      const members = (groups[group] ?? []).flatMap((at) => voices[at] ?? [])
      return [
        ...unitMean(
          members.map(({ embedding }) => embedding),
          members.map(({ seconds }) => seconds),
        ),
      ]
    }),
  }
}

async function embedOne(order: Order, spansFile: string): Promise<void> {
  const config = { model: order.embedding, numThreads: order.threads, debug: false }
  const extractor = new sherpa.SpeakerEmbeddingExtractor(config)
  const wav = await openWav(order.wav)
  const turns = (await readSpans(spansFile)).map((span) => ({ ...span, speaker: 0 }))
  const { embedding } = await embed({ extractor, wav }, turns)
  await wav.close()
  answer({ ok: true, turns: [], embeddings: [[...embedding]] })
}

const [segmentation, embedding, wav, threads, spans] = process.argv.slice(2)
if (segmentation === undefined || embedding === undefined || wav === undefined) {
  throw new Error('usage: SEGMENTATION EMBEDDING WAV THREADS')
}
const order = { segmentation, embedding, wav, threads: Number(threads ?? 1) }
await (spans === undefined ? main(order) : embedOne(order, spans))
// The library keeps threads alive; everything is written by now.
process.stdout.write('', () => process.exit(0))
