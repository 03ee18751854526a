/**
 * Diarization error and number of speakers of every real recording with known turns, all channels
 * mixed into one: `npx node test/bench/speakers.ts [FOLDER]`. FOLDER holds WAV files (mono, 16 kHz,
 * 16 bits) and beside each a .json of turns; left out, the recordings of the manifest are taken.
 */
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { modelFolders } from '../../service/engine/models/catalogue.ts'
import { findSpeakers } from '../../service/engine/diarization/find-speakers.ts'
import { secondsOf } from '../../service/engine/sound/spans.ts'
import { findWhisperVad } from '../../service/engine/whisper/binary.ts'
import { diarizationError, type Turn } from '../support/diarization-error.ts'
import { findWhisper } from '../support/models.ts'
import { makeMono } from '../support/mono.ts'
import { hasSpeechFolder, speechFolder } from '../support/sound.ts'

type SpeakerRow = {
  file: string
  /** Missed, false and confused speech over the reference's; collar 0.25 s, overlaps scored. */
  error: number
  /** The same without a collar. */
  strictError: number
  /** The part of `error` that is the wrong speaker. */
  confused: number
  speakers: { reference: number; found: number }
  /** Found speakers with less than 3 s and 6 % of the speech, or less than 2 %. */
  phantoms: number
  seconds: number
}

type Known = { file: string; wav: string; turns: Turn[] }

/** Runs every recording that has turns; empty where recordings or programs are absent. */
export async function runSpeakers(
  onRow: (row: SpeakerRow) => void,
  folder?: string,
): Promise<SpeakerRow[]> {
  const cli = await findWhisper()
  const vadProgram = cli === undefined ? undefined : await findWhisperVad(cli)
  if (vadProgram === undefined) {
    process.stderr.write('SKIPPED: speakers, because the program that finds speech is not built.\n')
    return []
  }
  const work = await mkdtemp(path.join(os.tmpdir(), 'earshot-speakers-'))
  const rows: SpeakerRow[] = []
  try {
    const known = folder === undefined ? await fromManifest(work) : await fromFolder(folder)
    for (const { file, wav, turns } of known) {
      const deps = { folders: modelFolders([]), vadProgram, threads: 1 }
      const options = { signal: new AbortController().signal, onProgress: () => undefined }
      const startedAt = performance.now()
      const found = await findSpeakers(deps, { wav }, options)
      const seconds = (performance.now() - startedAt) / 1000
      const allTurns = [...found.turns, ...found.overlaps]
      const { rate, confused, speech, speakers } = diarizationError(turns, allTurns)
      const strictError = diarizationError(turns, allTurns, { collar: 0 }).rate
      const row = {
        file,
        error: rate,
        strictError,
        confused: confused / (speech || 1),
        speakers,
        phantoms: countPhantoms(found.turns),
        seconds,
      }
      rows.push(row)
      onRow(row)
    }
    return rows
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

function countPhantoms(turns: readonly Turn[]): number {
  const bySpeaker = Object.values(Object.groupBy(turns, ({ speaker }) => speaker))
  const seconds = bySpeaker.map((own = []) => secondsOf(own))
  const total = seconds.reduce((sum, each) => sum + each, 0)
  return seconds.filter((each) => each < 0.02 * total || (each < 3 && each < 0.06 * total)).length
}

async function fromManifest(work: string): Promise<Known[]> {
  if (!hasSpeechFolder) return []
  const file = path.join(speechFolder, 'manifest.json')
  const all: { file: string; speakers?: Turn[] }[] = JSON.parse(await readFile(file, 'utf8'))
  const known: Known[] = []
  for (const recording of all) {
    const source = path.join(speechFolder, recording.file)
    if (!recording.speakers?.length || !existsSync(source)) continue
    const { wav } = await makeMono(source, work)
    known.push({ file: recording.file, wav, turns: recording.speakers })
  }
  return known
}

async function fromFolder(folder: string): Promise<Known[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.wav')).toSorted()
  return Promise.all(
    names.map(async (file) => {
      const wav = path.join(folder, file)
      const turns: Turn[] = JSON.parse(await readFile(wav.replace(/wav$/, 'json'), 'utf8'))
      return { file, wav, turns }
    }),
  )
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`.padStart(8)

export const speakerHeading =
  'recording                                      error  no collar  confused  speakers  phantoms  seconds'

export function speakerLine(row: SpeakerRow): string {
  const { file, error, strictError, confused, speakers, phantoms, seconds } = row
  const count = `${speakers.found} of ${speakers.reference}`.padStart(8)
  const name = file.padEnd(42)
  const errors = [error, strictError, confused].map(percent).join('  ')
  return `${name} ${errors}  ${count}  ${String(phantoms).padStart(8)}  ${seconds.toFixed(1).padStart(7)}`
}

if (import.meta.main) {
  process.stdout.write(`${speakerHeading}\n`)
  const rows = await runSpeakers(
    (row) => void process.stdout.write(`${speakerLine(row)}\n`),
    process.argv[2],
  )
  const mean = rows.reduce((sum, row) => sum + row.error, 0) / (rows.length || 1)
  const right = rows.filter(({ speakers }) => speakers.found === speakers.reference).length
  process.stdout.write(`mean error ${percent(mean)}; right number in ${right} of ${rows.length}\n`)
}
