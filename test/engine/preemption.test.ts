/** Real weights, real whisper-cli: what stood still again and again hears the very same words. */
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '../../service/core/log.ts'
import { bundledModelsFolder } from '../../service/engine/models/catalogue.ts'
import { preemption } from '../../service/engine/processes/preemption.ts'
import { earshotCacheDir } from '../../service/engine/whisper/binary.ts'
import { createTranscriber } from '../../service/engine/whisper/transcriber.ts'
import { findWhisper, shortestClip } from '../support/models.ts'

const whisperCli = await findWhisper()
if (whisperCli === undefined) {
  process.stderr.write('SKIPPED: preemption, because whisper-cli is not built.\n')
}

let workDir: string
beforeAll(async () => {
  workDir = await mkdtemp(path.join(os.tmpdir(), 'earshot-preemption-'))
})
afterAll(() => rm(workDir, { recursive: true, force: true }))

const turns = 4
const turnMs = 300

/** Urgent work again and again; says how often the work had to stand still. */
async function disturb(work: Promise<unknown>): Promise<number> {
  let holds = 0
  const leave = preemption.join({ pause: () => void (holds += 1), resume: () => undefined })
  for (let turn = 0; turn < turns; turn += 1) {
    await preemption.urgently(() => Promise.race([sleep(turnMs), work]))
    // Until what was held back has had its share.
    await Promise.race([sleep(turnMs), work])
  }
  leave()
  return holds
}

test.skipIf(whisperCli === undefined)(
  'a transcription that stood still comes to the same as one that nothing disturbed',
  async () => {
    const engine = createTranscriber({
      ...{ folders: [bundledModelsFolder], cacheDir: earshotCacheDir(), whisperCli, workDir },
      ...{ threads: 1, log: createLog('silent') },
    })
    const transcribe = () => {
      const work = { signal: new AbortController().signal, onProgress: () => undefined }
      return engine.transcribe({ audioPath: shortestClip, language: 'en' }, work)
    }
    const undisturbed = await transcribe()
    const work = transcribe()
    const [holds, disturbed] = await Promise.all([disturb(work), work])
    expect(holds).toBeGreaterThan(0)
    expect(JSON.stringify(disturbed)).toBe(JSON.stringify(undisturbed))
    await engine.stop()
  },
)
