/** Finds the embedding model that the tests of the real engine use. */
import path from 'node:path'
import envPaths from 'env-paths'
import { locateModel, readCatalogue } from '../../service/engine/models/catalogue.ts'

const folders = [
  ...(process.env['EARSHOT_MODELS_PATH']?.split(path.delimiter).filter(Boolean) ?? []),
  path.join(envPaths('earshot', { suffix: '' }).cache, 'models'),
]
const model = (await readCatalogue()).find(({ kind }) => kind === 'text-embedding')
const found = model && (await locateModel(model, folders))

/** The folder that has it; null where it is not on this machine, and the tests skip. */
export const embeddingFolder: string | null = found ? path.dirname(found.path) : null

if (!found) {
  process.stderr.write(
    `SKIPPED: answers by embeddings. Install ${model?.id} (npm run models -- install ${model?.id}) and ` +
      `put its file into ${folders.join(' or ')}.\n`,
  )
}
