/**
 * Prints what train-utterances.py learns from, a meeting a line: the utterances of each meeting of
 * MEETINGS.jsonl that has notes, with the features that the analyser computes of them.
 *
 *     npx node models/utterance-features.ts NOTES MEETINGS.jsonl... > utterances.ndjson
 *
 * A meeting is {"name", "turns": [{"speaker", "text"}]}; its notes are in NOTES/name.json.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { readTalk } from '../service/engine/extractive/extractive.ts'
import { featuresOf } from '../service/engine/extractive/utterance-features.ts'
import { toUtterances } from '../service/engine/extractive/utterances.ts'

type Meeting = { name: string; turns: { speaker: string; text: string }[] }

const [notes = '', ...files] = process.argv.slice(2)
const signal = new AbortController().signal

for (const line of files.flatMap((file) => readFileSync(file, 'utf8').trim().split('\n'))) {
  // The format is that of the file that the caller names.
  const { name, turns } = JSON.parse(line) as Meeting
  if (!existsSync(path.join(notes, `${name}.json`))) continue
  const segments = turns.map((turn, at) => ({ ...turn, id: String(at), start: at, end: at + 1 }))
  const talk = await readTalk({ segments, language: 'en' }, signal)
  const utterances = toUtterances(talk.sentences)
  const features = featuresOf(talk, utterances)
  const rows = utterances.map(({ text, sentences }, at) => ({
    text,
    turns: [...new Set(sentences.flatMap(({ segmentIds }) => segmentIds.map(Number)))],
    features: (features[at] ?? []).map((value) => Number(value.toFixed(3))),
  }))
  process.stdout.write(`${JSON.stringify({ name, utterances: rows })}\n`)
}
