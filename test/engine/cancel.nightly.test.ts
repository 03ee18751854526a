/** Work that its owner stops ends at once in every stage, by the real programs, and leaves nothing. */
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../service/config.ts'
import { createLog } from '../../service/core/log.ts'
import type { TranscribeOptions } from '../../service/engine/engine.ts'
import { createEngines } from '../../service/engine/engines.ts'
import { childrenIn } from '../support/decode-mutants.ts'
import { findWhisper } from '../support/models.ts'
import { kennedyClip } from '../support/sound.ts'

const program = await findWhisper()
if (program === undefined) {
  process.stderr.write('SKIPPED: cancelling, because whisper-cli is not built.\n')
}

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'earshot-cancel-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

/** Minutes of the clip, which is MP3 and can be joined as it is; an item's file lies in dataDir. */
async function givenFile(clips: number): Promise<string> {
  const file = path.join(dataDir, `${clips}.mp3`)
  const clip = await readFile(kennedyClip)
  await writeFile(file, Buffer.concat(Array.from({ length: clips }, () => clip)))
  return file
}

/** Two seconds are promised; ten are allowed here, since a busy machine answers late. */
const allowedMs = 10_000

const stages: [string, number, (stop: () => void) => Partial<TranscribeOptions>][] = [
  ['is decoded', 55, (stop) => ({ onReadable: async () => stop() })],
]

test.skipIf(program === undefined).each(stages)(
  'a recording that %s is let go',
  async (name, clips, watch) => {
    const config = { ...readConfig(process.env), dataDir }
    const { transcriber } = createEngines(config, createLog('silent'))
    const stopping = new AbortController()
    let stoppedAt = 0
    const stop = (): void => {
      stoppedAt ||= performance.now()
      stopping.abort()
    }
    const options = { signal: stopping.signal, onProgress: () => undefined, ...watch(stop) }
    const work = transcriber.transcribe({ audioPath: await givenFile(clips) }, options)
    await expect(work).rejects.toMatchObject({ code: 'cancelled' })
    const ms = performance.now() - stoppedAt
    process.stderr.write(`a recording that ${name} was let go in ${Math.round(ms)} ms\n`)
    expect(ms).toBeLessThan(allowedMs)
    expect(await childrenIn(path.join(dataDir, 'work'))).toEqual([])
    expect(await readdir(path.join(dataDir, 'work'))).toEqual(['running'])
    expect(await readdir(path.join(dataDir, 'work/running'))).toEqual([])
    await transcriber.stop()
  },
  300_000,
)
