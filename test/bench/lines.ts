/**
 * Diarization error of transcripts, and overlaps that they tell: their lines against the known turns of
 * real recordings, with all channels kept: `npx node test/bench/lines.ts [FOLDER]`. FOLDER holds recordings (WAV) and beside
 * each a .json of turns; left out, the recordings of the manifest are taken, and calls composed from
 * each of those on two channels.
 */
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { addedSeconds, composeCalls } from '../support/composed-calls.ts'
import { diarizationError, type Turn } from '../support/diarization-error.ts'
import { findWhisper } from '../support/models.ts'
import { overlapScore, overlapShares } from '../support/overlap-score.ts'
import { listRecordings, speechFolder, type Recording } from '../support/sound.ts'
import { bundledTranscriber, unwatched } from '../support/transcriber.ts'
import { writeCall } from '../support/two-channels.ts'

type Known = { file: string; path: string; turns: readonly Turn[] }
type WithTurns = Recording & { speakers?: (Turn & { channel?: 'left' | 'right' })[] }

const composedCalls = 8

async function* fromManifest(folder: string): AsyncGenerator<Known> {
  const all: WithTurns[] = listRecordings()
  for (const recording of all) {
    const { file, speakers: turns = [] } = recording
    const source = path.join(speechFolder, file)
    if (!turns?.length || !existsSync(source)) continue
    yield { file, path: source, turns }
    if (!turns.some(({ channel }) => channel !== undefined)) continue
    const calls = await composeCalls([recording], { count: composedCalls, seed: 7, folder })
    for (const { name, turns: composed, channels } of calls) {
      const call = await writeCall(path.join(folder, 'call.wav'), ...channels)
      yield { file: `${file.slice(0, 3)} ${name}`, path: call, turns: composed.map(spokenPart) }
    }
  }
}

const spokenPart = ({ start, end, channel }: { start: number; end: number; channel: 0 | 1 }) => ({
  start: start + addedSeconds.before,
  end: end - addedSeconds.after,
  speaker: channel,
})

async function* fromFolder(folder: string): AsyncGenerator<Known> {
  for (const file of (await readdir(folder)).toSorted()) {
    const source = path.join(folder, file)
    const turns = source.replace(/\.wav$/, '.json')
    if (turns === source || !existsSync(turns)) continue
    yield { file, path: source, turns: JSON.parse(await readFile(turns, 'utf8')) }
  }
}

const share = (seconds: number): string => seconds.toFixed(3).padStart(6)

/** Missed, false and confused speech and their sum, over the reference's. */
function sharesOf(turns: readonly Turn[], lines: readonly Turn[], collar: number): string {
  const { missed, falseAlarm, confused, speech, rate } = diarizationError(turns, lines, { collar })
  const parts = [missed, falseAlarm, confused].map((seconds) => share(seconds / (speech || 1)))
  return [share(rate), ...parts].join(' ')
}

const program = await findWhisper()
if (program === undefined) {
  process.stderr.write('SKIPPED: lines, because whisper.cpp is not built.\n')
} else {
  const work = await mkdtemp(path.join(os.tmpdir(), 'earshot-lines-'))
  const transcriber = bundledTranscriber(work, program)
  const options = unwatched()
  const [folder] = process.argv.slice(2)
  const heading = ' error missed  false  wrong'
  process.stdout.write(
    `${'recording'.padEnd(46)}${heading}, no collar   ${heading}, 0.25 s  overlaps right\n`,
  )
  for await (const known of folder === undefined ? fromManifest(work) : fromFolder(folder)) {
    const request = { audioPath: known.path, language: 'en' }
    const { segments } = await transcriber.transcribe(request, options)
    const [strict, usual] = [0, 0.25].map((collar) => sharesOf(known.turns, segments, collar))
    const told = segments.flatMap(({ overlaps = [] }) => overlaps)
    const overlap = overlapShares(overlapScore(known.turns, told))
    process.stdout.write(`${known.file.padEnd(46)}${strict}              ${usual}  ${overlap}\n`)
  }
  await transcriber.stop()
  await rm(work, { recursive: true, force: true })
}
