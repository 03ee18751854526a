/** Compiles the launcher of boxes (box.c); part of the install, on Linux. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { launcherFile, launcherName } from './box.ts'

const source = path.join(import.meta.dirname, 'box.c')

/**
 * Puts the launcher into `folder`, or where the service looks for it in `cacheDir`. False where no
 * compiler is found; the finished file appears in one step.
 */
export async function compileLauncher(place: { cacheDir: string } | { folder: string }) {
  const target =
    'folder' in place ? path.join(place.folder, launcherName) : launcherFile(place.cacheDir)
  if (existsSync(target)) return true
  await mkdir(path.dirname(target), { recursive: true })
  const scratch = await mkdtemp(path.join(path.dirname(target), '.building-'))
  try {
    const made = path.join(scratch, launcherName)
    const compilers = ['cc', 'gcc', 'clang']
    const isMade = compilers.some(
      (compiler) =>
        spawnSync(compiler, ['-O2', '-o', made, source], { stdio: 'ignore' }).status === 0,
    )
    if (isMade) await rename(made, target)
    return isMade
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}
