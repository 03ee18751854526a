/**
 * `npm run fuzz:media -- --files 10000 --seed 1 --parallel 2`: decodes broken recordings as the
 * service does and counts how they end. Real recordings of ../shared/speech are taken in if there.
 */
import { parseArgs } from 'node:util'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { decodeMutants } from '../support/decode-mutants.ts'
import { mutate } from '../support/mutate.ts'
import { listRecordings, speechFolder } from '../support/sound.ts'
import { listTones } from '../support/tones.ts'

const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    parallel: { type: 'string', default: '2' },
  },
})
const first = Number(values.seed)
const count = Number(values.files)

// A megabyte of each is enough: what breaks a decoder stands at the front, and long files take long.
const real = listRecordings().map(({ file }) => ({
  name: file,
  bytes: readFileSync(path.join(speechFolder, file)).subarray(0, 1_000_000),
}))
const sources = [...listTones(), ...real]

function* mutants() {
  for (let seed = first; seed < first + count; seed += 1) {
    if ((seed - first) % 250 === 0) process.stderr.write(`${seed - first} of ${count}\n`)
    yield mutate(sources, seed)
  }
}

const tally = await decodeMutants(mutants(), Number(values.parallel))
process.stdout.write(`${JSON.stringify(tally, undefined, 2)}\n`)
const wrong = [tally.unanswered, tally.late, tally.unknown, tally.orphans].flat()
process.exitCode = wrong.length === 0 ? 0 : 1
