/**
 * The build for graphics processors on Vulkan's software driver, which is never chosen by itself: by
 * night, where that build and the driver are (models/build-whisper.ts --gpu, mesa-vulkan-drivers).
 */
import { spawnSync } from 'node:child_process'
import { chmod, copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { existsSync, readdirSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLog } from '../../service/core/log.ts'
import { bundledModelsFolder } from '../../service/engine/models/catalogue.ts'
import { earshotCacheDir, findWhisperCli } from '../../service/engine/whisper/binary.ts'
import { findGpuProgram } from '../../service/engine/whisper/gpu-build.ts'
import { speechProcessor } from '../../service/engine/whisper/processor.ts'
import { createTranscriber } from '../../service/engine/whisper/transcriber.ts'
import { isNightly } from '../support/nightly.ts'
import { kennedyClip, kennedyText } from '../support/sound.ts'
import { wordErrors } from '../support/word-error-rate.ts'

const cacheDir = earshotCacheDir(process.env['EARSHOT_CACHE_DIR'])
const program = await findWhisperCli({ cacheDir })
const gpuProgram = program === undefined ? undefined : await findGpuProgram(program)
const drivers = '/usr/share/vulkan/icd.d'
const software = (existsSync(drivers) ? readdirSync(drivers) : []).find((name) =>
  name.startsWith('lvp_icd'),
)
const isHere = isNightly && gpuProgram !== program && software !== undefined
if (isNightly && !isHere) {
  process.stderr.write('SKIPPED: the GPU build, because it or a software driver is not here.\n')
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'earshot-gpu-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Both builds in a folder of their own, that for the GPU with these variables set. */
async function builds(name: string, variables: Record<string, string>): Promise<string> {
  const place = path.join(folder, name)
  await mkdir(path.join(place, 'gpu'), { recursive: true })
  const cli = path.join(place, 'whisper-cli')
  await copyFile(program ?? '', cli)
  await copyFile(gpuProgram ?? '', path.join(place, 'gpu', 'real'))
  const set = Object.entries(variables).map(([key, value]) => `${key}='${value}'`)
  const script = `#!/bin/sh\n${set.join(' ')} exec ${path.join(place, 'gpu', 'real')} "$@"\n`
  await writeFile(path.join(place, 'gpu', 'whisper-cli'), script)
  await chmod(path.join(place, 'gpu', 'whisper-cli'), 0o755)
  return cli
}

async function transcribe(whisperCli: string): Promise<string> {
  const engine = createTranscriber({
    ...{ folders: [bundledModelsFolder], cacheDir, whisperCli, threads: 2 },
    workDir: path.join(folder, 'work'),
    log: createLog('silent'),
  })
  const options = { signal: new AbortController().signal, onProgress: () => undefined }
  const { segments } = await engine.transcribe({ audioPath: kennedyClip }, options)
  await engine.stop()
  return segments.map(({ text }) => text).join(' ')
}

const driver = path.join(drivers, software ?? '')

describe.skipIf(!isHere)('the build for graphics processors', () => {
  test('hears the same words, in its box', { timeout: 1_200_000 }, async () => {
    const cli = await builds('chosen', { VK_ICD_FILENAMES: driver, GGML_VK_VISIBLE_DEVICES: '0' })
    expect(wordErrors(kennedyText, await transcribe(cli)).rate).toBeLessThanOrEqual(0.05)
    expect(speechProcessor()).toMatchObject({ kind: 'gpu', name: expect.stringMatching(/pipe/) })
  })

  test('takes no software for a graphics processor', { timeout: 300_000 }, async () => {
    const cli = await builds('software', { VK_ICD_FILENAMES: driver })
    expect(wordErrors(kennedyText, await transcribe(cli)).rate).toBeLessThanOrEqual(0.05)
    expect(speechProcessor()).toMatchObject({ kind: 'cpu' })
  })

  test(
    'hears on the processor where the driver is gone or crashes',
    { timeout: 600_000 },
    async () => {
      const gone = await builds('gone', { VK_ICD_FILENAMES: path.join(folder, 'none.json') })
      expect(wordErrors(kennedyText, await transcribe(gone)).rate).toBeLessThanOrEqual(0.05)
      const crashing = await builds('crashing', {
        VK_ICD_FILENAMES: path.join(folder, 'crashing', 'gpu', 'driver.json'),
      })
      await makeCrashingDriver(path.join(folder, 'crashing', 'gpu'))
      expect(wordErrors(kennedyText, await transcribe(crashing)).rate).toBeLessThanOrEqual(0.05)
      expect(speechProcessor()).toMatchObject({ kind: 'cpu' })
    },
  )
})

async function makeCrashingDriver(place: string): Promise<void> {
  const library = path.join(place, 'driver.so')
  const code =
    '#include <stdlib.h>\n__attribute__((constructor)) static void crash(void) { abort(); }'
  const args = ['-shared', '-fPIC', '-x', 'c', '-', '-o', library]
  expect(spawnSync(process.env['CC'] ?? 'cc', args, { input: code }).status).toBe(0)
  const about = {
    file_format_version: '1.0.0',
    ICD: { library_path: library, api_version: '1.3.0' },
  }
  await writeFile(path.join(place, 'driver.json'), JSON.stringify(about))
}
