import type { Config } from '../config.ts'
import { locateModel, modelFolders, readModels } from '../engine/models/catalogue.ts'
import { findWhisperCli } from '../engine/whisper/binary.ts'
import { failed, ok, warning, type Finding } from './finding.ts'

/** The program that transcribes, and weights for it. */
export async function checkModels(config: Config): Promise<Finding> {
  const program = await findWhisperCli({
    explicit: config.whisperCli,
    bundledDir: config.bundledDir,
    cacheDir: config.cacheDir,
  })
  if (program === undefined) {
    return failed(
      'there is no whisper-cli: nothing can be transcribed',
      'npm rebuild compiles it; or name your own in EARSHOT_WHISPER_CLI.',
    )
  }
  const folders = modelFolders(config.modelsFolders, config.dataDir)
  const models = await readModels(folders)
  const found = await Promise.all(models.map((model) => locateModel(model, folders)))
  const idsOf = (kind: (typeof models)[number]['kind']) =>
    found.flatMap((file) => (file?.model.kind === kind ? [file.model.id] : []))
  const speech = idsOf('speech-to-text')
  if (speech.length === 0) {
    return failed('no model for speech is there', 'earshot models list says what can be installed.')
  }
  const [writing] = idsOf('language-model')
  if (writing !== undefined) return ok(`${speech.join(', ')}; ${writing}`)
  return warning(
    `${speech.join(', ')}; no language model`,
    'Analyses are made by the built-in analyser until one is installed or a model server is connected.',
  )
}
