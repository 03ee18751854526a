/** Finds the small language model that the tests of the real engine use. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { readConfig } from '../../service/config.ts'
import type { LanguageModel } from '../../service/engine/llama.ts'
import { modelFolders } from '../../service/engine/models/catalogue.ts'

const file = 'smollm2-135m-instruct-q4_1.gguf'
const sha256 = 'b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53'

const { modelsFolders, dataDir } = readConfig(process.env)
const found = modelFolders(modelsFolders, dataDir)
  .map((folder) => path.join(folder, file))
  .find((one) => existsSync(one))

/** Null where the model is not on this machine; a line says so, and the tests skip. */
export const languageModel: LanguageModel | null = found
  ? { id: 'smollm2-135m', path: found, sha256 }
  : null

if (!found) {
  process.stderr.write('SKIPPED: no language model (npm run models -- install smollm2-135m).\n')
}
