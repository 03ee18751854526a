import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { extractAll, listPackage } from '@electron/asar'
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { createEarshot } from 'earshot/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { findWhisper } from '../support/models.ts'
import { isNightly } from '../support/nightly.ts'
import { kennedyClip } from '../support/sound.ts'
import { openDesktopApp, type DesktopApp } from './desktop-app.ts'
import { hasRecordingBrowser } from './recording-browser.ts'

// The app as electron-builder packs it, on a distribution of Electron whose program is empty: it has
// the fuses only. What was packed then runs in the stand-in, in a folder that has nothing else.

const whisper = await findWhisper()
const isPossible = isNightly && hasRecordingBrowser && process.platform === 'linux' && whisper
if (isNightly && !isPossible) process.stderr.write('SKIPPED: the packed app.\n')

const root = path.join(import.meta.dirname, '../..')
const packMs = 240_000
const workMs = 150_000
const run = promisify(execFile)
/** Electron's mark, before the version and the number of its fuses. */
const fuses = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\u0001\u0009000000000'

describe.skipIf(!isPossible)('the packed app', () => {
  let folder = ''
  let unpacked = ''
  let app: DesktopApp

  beforeAll(async () => {
    // On the disk, for it is large; and outside of the checkout, whose packages it must not find.
    folder = await mkdtemp('/var/tmp/earshot-packed-')
    const distribution = path.join(folder, 'electron')
    await mkdir(path.join(distribution, 'resources'), { recursive: true })
    await writeFile(path.join(distribution, 'electron'), fuses, { mode: 0o755 })
    const beside = {
      'dist/whisper': path.dirname(whisper ?? ''),
      'dist/database': `${folder}/database`,
    }
    await run(process.execPath, ['main/install.ts', '--database', beside['dist/database']], {
      cwd: root,
    })
    const packing = parse(await readFile(path.join(root, 'electron-builder.yml'), 'utf8'))
    const config = {
      ...packing,
      directories: { output: path.join(folder, 'packages') },
      electronDist: distribution,
      extraResources: packing.extraResources.map((resource: { from: string }) => ({
        ...resource,
        from: Reflect.get(beside, resource.from) ?? resource.from,
      })),
    }
    const file = path.join(folder, 'electron-builder.yml')
    await writeFile(file, stringify(config))
    const builder = path.join(root, 'node_modules/electron-builder/cli.js')
    const args = [builder, '--linux', 'dir', '--publish', 'never', '--config', file]
    await run(process.execPath, args, { cwd: root })
    unpacked = path.join(folder, 'packages/linux-unpacked')
    extractAll(path.join(unpacked, 'resources/app.asar'), path.join(folder, 'app'))
  }, packMs)
  afterAll(async () => {
    await app?.kill()
    if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  test('holds the shell, the service and the built page, and none of their sources or tests', () => {
    const files = listPackage(path.join(unpacked, 'resources/app.asar'), { isPack: false })
    const tops = files.map((file) => file.split('/')[1])
    expect([...new Set(tops)].toSorted()).toEqual(
      ['LICENSE', 'dist', 'main', 'models', 'node_modules', 'package.json', 'service'].toSorted(),
    )
    expect(files).not.toContain('/main/start.ts')
  })

  test('has its fuses in its program', async () => {
    const wire = await getCurrentFuseWire(path.join(unpacked, 'earshot'))
    const isOn = (fuse: FuseV1Options) => String.fromCharCode(Number(wire[fuse])) === '1'
    expect(isOn(FuseV1Options.RunAsNode)).toBe(false)
    expect(isOn(FuseV1Options.EnableNodeOptionsEnvironmentVariable)).toBe(false)
    expect(isOn(FuseV1Options.EnableNodeCliInspectArguments)).toBe(false)
    expect(isOn(FuseV1Options.OnlyLoadAppFromAsar)).toBe(true)
    expect(isOn(FuseV1Options.EnableEmbeddedAsarIntegrityValidation)).toBe(true)
  })

  test(
    'transcribes and analyses a recording with only what was packed',
    async () => {
      app = await openDesktopApp({
        dataDir: path.join(folder, 'data'),
        place: path.join(folder, 'app'),
        env: {
          EARSHOT_STAND_IN_RESOURCES: path.join(unpacked, 'resources'),
          // What this machine has built is not what was packed.
          XDG_CACHE_HOME: path.join(folder, 'cache'),
        },
      })
      const { page } = app
      await page.getByRole('button', { name: 'Skip the first steps' }).click()
      const given = await page.evaluate(() => window.desktop?.session())
      const earshot = createEarshot({ baseUrl: given?.baseUrl ?? '', apiKey: given?.key ?? '' })
      const { data: project } = await earshot.createProject({
        body: { name: 'Calls', settings: { language: 'en', auto_analyze: true } },
      })
      const sound = new File([await readFile(kennedyClip)], 'Inauguration.mp3')
      const { id } = await earshot.upload(project.id, sound)
      await page.evaluate(
        (at) => (location.hash = `#/projects/${at.project}/recordings/${at.id}`),
        {
          project: project.id,
          id,
        },
      )
      const transcript = page.getByRole('region', { name: 'Transcript text' })
      await transcript.waitFor({ timeout: workMs })
      await expect.poll(() => transcript.innerText()).toMatch(/country/)
      const summary = page.getByRole('heading', { name: 'Summary' }).first()
      await summary.waitFor({ timeout: workMs })
      const { data: analyses } = await earshot.listAllAnalyses({})
      expect(analyses.map(({ status }) => status)).toEqual(['completed'])
    },
    2 * workMs,
  )
})
