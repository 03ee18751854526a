/**
 * npm's postinstall: prepares what would slow down the first start, and sums up in a few lines what
 * this machine can do and what it lacks. Never fails an install. `--database FOLDER` only creates
 * the database template there, and `--box FOLDER` the launcher of boxes, for the packed app.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import path from 'node:path'
import pc from 'picocolors'
import { readConfig } from '../service/config.ts'
import { initialiseHere } from '../service/db/initialise.ts'
import { makeTemplate } from '../service/db/template.ts'
import { compileLauncher } from '../service/engine/box/compile.ts'
import { describeBox } from '../service/engine/box/box.ts'
import { locateModel, modelFolders, readCatalogue } from '../service/engine/models/catalogue.ts'
import { findWhisperCli } from '../service/engine/whisper/binary.ts'
import { findElectron } from './find-electron.ts'

const root = path.join(import.meta.dirname, '..')
const say = (text: string) => process.stdout.write(`${text}\n`)

type Finding = { name: string; isReady: boolean; hint: string }

const makeDatabase = (folder: string) =>
  makeTemplate(folder, (empty) => initialiseHere(empty, { isMigrated: true }))

/** Prints its own progress. Missing build tools lead to advice, not to a failure. */
async function buildWhisper(): Promise<void> {
  const script = path.join(root, 'models/build-whisper.ts')
  await once(spawn(process.execPath, [script], { stdio: 'inherit' }), 'close')
}

async function install(): Promise<void> {
  const config = readConfig(process.env)
  const [database] = await Promise.allSettled([
    makeDatabase(config.databaseTemplates),
    buildWhisper(),
    ...(process.platform === 'linux' ? [compileLauncher({ cacheDir: config.cacheDir })] : []),
  ])
  const whisper = await findWhisperCli({ explicit: config.whisperCli, cacheDir: config.cacheDir })
  const folders = modelFolders(config.modelsFolders, config.dataDir)
  const models = (await readCatalogue()).filter(({ kind }) => kind === 'language-model')
  const found = await Promise.all(models.map((model) => locateModel(model, folders)))
  const box = describeBox({ hasShell: false })
  const findings: Finding[] = [
    {
      name: 'Node of its own',
      isReady: existsSync(path.join(root, 'node_modules/.bin/node')),
      hint: `there is none for this system, so this machine’s (${process.version}) runs everything; it must be 24 or newer`,
    },
    {
      name: 'Transcription (whisper-cli, bundled speech model)',
      isReady: whisper !== undefined,
      hint: 'see above what to install, then: npm rebuild',
    },
    {
      name: 'Database',
      isReady: database.status === 'fulfilled',
      hint: 'could not be prepared; the first start makes one, which takes some seconds',
    },
    {
      name: 'Box for the engines (no network, no files but their input)',
      isReady: box.missing === null,
      hint: `optional. ${box.missing}`,
    },
    {
      name: 'Language model',
      isReady: found.some((file) => file !== undefined),
      hint: 'optional; the built-in analyser answers without one. npm run models -- list',
    },
    {
      name: 'Desktop window (Electron)',
      isReady: findElectron(root, process.env) !== null,
      hint: 'optional; npm start opens the browser without it. npx install-electron',
    },
  ]
  say('\nEarshot')
  for (const { name, isReady, hint } of findings) {
    say(
      isReady ? `  ${pc.green('ready')}    ${name}` : `  ${pc.yellow('missing')}  ${name}: ${hint}`,
    )
  }
  say('\nNext: npm start\n')
}

const [flag, folder] = process.argv.slice(2)
try {
  if (flag === '--database' && folder) await makeDatabase(path.resolve(folder))
  else if (flag === '--box' && folder) await compileLauncher({ folder: path.resolve(folder) })
  else await install()
} catch (error) {
  say(`Preparing this machine failed: ${error instanceof Error ? error.message : String(error)}`)
  if (flag) process.exitCode = 1
}
