/** Finds the embedding model that the tests of the real engine use. */
import path from 'node:path'
import { readConfig } from '../../service/config.ts'
import { locateModel, modelFolders, readCatalogue } from '../../service/engine/models/catalogue.ts'

const { modelsFolders, dataDir } = readConfig(process.env)
const model = (await readCatalogue()).find(({ kind }) => kind === 'text-embedding')
const found = model && (await locateModel(model, modelFolders(modelsFolders, dataDir)))

/** The folder that has it; null where it is not on this machine, and the tests skip. */
export const embeddingFolder: string | null = found ? path.dirname(found.path) : null

if (!found) {
  process.stderr.write(
    `SKIPPED: answers by embeddings (npm run models -- install ${model?.id ?? ''}).\n`,
  )
}
