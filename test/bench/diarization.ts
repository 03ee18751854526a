/**
 * Diarization error and number of speakers of every real recording with known turns, all channels
 * mixed into one: `npx node test/bench/diarization.ts [FOLDER]`. FOLDER holds WAV files (mono, 16 kHz,
 * 16 bits) and beside each a .json of turns; left out, the recordings of the manifest are taken.
 */
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { modelFolders } from '../../service/engine/models/catalogue.ts'
import { findSpeakers } from '../../service/engine/diarization/find-speakers.ts'
import { findWhisperVad } from '../../service/engine/whisper/binary.ts'
import { diarizationError, type Turn } from '../support/diarization-error.ts'
import { findWhisper } from '../support/models.ts'
import { makeMono } from '../support/mono.ts'
import { hasSpeechFolder, speechFolder } from '../support/sound.ts'

export type SpeakerRow = {
  file: string
  /** Missed, false and confused speech over the reference's; collar 0.25 s, overlaps scored. */
  error: number
  /** The part of it that is the wrong speaker. */
  confused: number
  speakers: { reference: number; found: number }
  seconds: number
}

type Known = { file: string; wav: string; turns: Turn[] }

/** Runs every recording that has turns; empty where recordings or programs are absent. */
async function runSpeakers(
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
      const { rate, confused, speech, speakers } = diarizationError(turns, found.turns)
      const row = { file, error: rate, confused: confused / (speech || 1), speakers, seconds }
      rows.push(row)
      onRow(row)
    }
    return rows
  } finally {
    await rm(work, { recursive: true, force: true })
  }
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

const speakerHeading =
  'recording                                      error   confused  speakers  seconds'

function speakerLine({ file, error, confused, speakers, seconds }: SpeakerRow): string {
  const count = `${speakers.found} of ${speakers.reference}`.padStart(8)
  const name = file.padEnd(42)
  return `${name} ${percent(error)}  ${percent(confused)}  ${count}  ${seconds.toFixed(1).padStart(7)}`
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
