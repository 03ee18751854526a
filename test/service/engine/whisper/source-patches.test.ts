import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { whisperSources } from '../../../../service/engine/whisper/binary.ts'
import { gpuPatches, reasonOf } from '../../../../service/engine/whisper/gpu-build.ts'
import { whisperPatches } from '../../../../service/engine/whisper/patches.ts'

test('each change to whisper.cpp fits the sources that are compiled', async () => {
  const texts = new Map<string, string>()
  for (const { file, find, replace } of [...whisperPatches, ...gpuPatches]) {
    const place = path.join(whisperSources() ?? '', file)
    const parts = (texts.get(file) ?? (await readFile(place, 'utf8'))).split(find)
    expect(parts.length, `${file}: ${find}`).toBe(2)
    texts.set(file, parts.join(replace))
  }
})

test('why there is no build for a graphics processor is told in one line', () => {
  const output = `CMake Error at ggml/src/ggml-vulkan/CMakeLists.txt:12 (message):
  REASON: the headers of Vulkan are older than 1.3.239


-- Configuring incomplete, errors occurred!`
  expect(reasonOf(output)).toBe('the headers of Vulkan are older than 1.3.239')
  expect(reasonOf('ninja: build stopped: subcommand failed.')).toBeUndefined()
})
