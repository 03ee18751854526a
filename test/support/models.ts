import path from 'node:path'
import {
  locateModel,
  modelFolders,
  readCatalogue,
  type Model,
} from '../../service/engine/models/catalogue.ts'
import { earshotCacheDir, findWhisperCli } from '../../service/engine/whisper/binary.ts'
import { readConfig } from '../../service/config.ts'

/** The whisper-cli that the service would use on this machine; undefined where there is none. */
export const findWhisper = (): Promise<string | undefined> =>
  findWhisperCli({ explicit: process.env['EARSHOT_WHISPER_CLI'], cacheDir: earshotCacheDir() })

/** Whether any model of this kind lies where the service looks. */
export async function hasModel(kind: Model['kind']): Promise<boolean> {
  const { modelsFolders, dataDir } = readConfig(process.env)
  const folders = modelFolders(modelsFolders, dataDir)
  const models = (await readCatalogue()).filter((model) => model.kind === kind)
  const found = await Promise.all(models.map((model) => locateModel(model, folders)))
  return found.some((file) => file !== undefined)
}

/** The bundled weights of the catalogue's default speech model. */
export async function defaultSpeechModel(): Promise<{ id: string; path: string }> {
  const model = (await readCatalogue()).find(({ kind, is_default: isDefault }) => {
    return kind === 'speech-to-text' && isDefault
  })
  const found = model && (await locateModel(model, modelFolders([])))
  if (!found) throw new Error('The bundled speech model is missing from models/.')
  return { id: found.model.id, path: found.path }
}

/** The public-domain clip that every checkout has: 11 s, inside the npm package nodejs-whisper. */
export const shortestClip = path.join(
  import.meta.dirname,
  '../../node_modules/nodejs-whisper/cpp/whisper.cpp/samples/jfk.mp3',
)
