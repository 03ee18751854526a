/**
 * npm's postinstall step: compiles whisper-cli once per machine into the user's cache folder. Never
 * fails an install: without build tools it prints what to install and exits with 0. `--portable
 * [FOLDER]` makes the build that ships with the app; `--gpu` adds the GPU build to an existing one.
 */
import { spawn, spawnSync } from 'node:child_process'
import {
  access,
  cp,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises'
import { createWriteStream } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import {
  gpuBuildFlags,
  gpuFolder,
  gpuPatches,
  reasonOf,
  type GpuKind,
} from '../service/engine/whisper/gpu-build.ts'
import { whisperPatches } from '../service/engine/whisper/patches.ts'
import {
  earshotCacheDir,
  whisperBuildFlags,
  whisperBuildFolder,
  whisperBuildKey,
  whisperCliName,
  whisperVadName,
  whisperSourceFiles,
  whisperSources,
} from '../service/engine/whisper/binary.ts'

const advice = `Earshot transcribes with whisper.cpp, which is compiled on this machine at install.
  Debian, Ubuntu:  sudo apt-get install cmake g++ ninja-build
  Fedora:          sudo dnf install cmake gcc-c++ ninja-build
  macOS:           xcode-select --install   and   brew install cmake
  Windows:         winget install Kitware.CMake Microsoft.VisualStudio.2022.BuildTools
                   (with the workload "Desktop development with C++")
Then run:          npm rebuild   or   node models/build-whisper.ts
Or set EARSHOT_WHISPER_CLI to the path of a whisper-cli you already have.
Everything but transcription works until then.
`

const say = (text: string): void => void process.stderr.write(text)

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  )

const canRun = (command: string, args: string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0

/**
 * Copies the sources that the build reads and applies our patches; skips a patch
 * that does not apply.
 */
async function copySources(root: string, target: string, gpu?: GpuKind): Promise<void> {
  for (const file of await whisperSourceFiles(root, gpu)) {
    await mkdir(path.dirname(path.join(target, file)), { recursive: true })
    await cp(path.join(root, file), path.join(target, file))
  }
  const patches = [...whisperPatches, ...(gpu === 'vulkan' ? gpuPatches : [])]
  for (const patch of patches) {
    const file = path.join(target, patch.file)
    const parts = (await readFile(file, 'utf8')).split(patch.find)
    if (parts.length === 2) await writeFile(file, parts.join(patch.replace))
    else say(`A change to whisper.cpp's ${patch.file} does not fit this version; left out.\n`)
  }
}

async function run(command: string, args: string[], logFile: string): Promise<void> {
  const log = createWriteStream(logFile, { flags: 'a' })
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout.pipe(log, { end: false })
  child.stderr.pipe(log, { end: false })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  await new Promise((resolve) => log.end(resolve))
  if (code === 0) return
  const output = await readFile(logFile, 'utf8')
  const tail = output.trimEnd().split('\n').slice(-15).join('\n')
  throw new Error(reasonOf(output) ?? `${command} ended with ${code}:\n${tail}`)
}

type BuildKind = { portable?: boolean; gpu?: GpuKind }

/** Compiles in a scratch folder and returns the folder with the finished program. */
async function compile(root: string, scratch: string, kind: BuildKind): Promise<string> {
  const source = path.join(scratch, 'src')
  const build = path.join(scratch, 'build')
  const log = path.join(scratch, 'build.log')
  await copySources(root, source, kind.gpu)
  const portable = kind.portable === true
  const gpuFlags = kind.gpu === undefined ? [] : gpuBuildFlags(kind.gpu)
  const flags = [...whisperBuildFlags(portable), ...gpuFlags]
  const generator = canRun('ninja', ['--version']) ? ['-G', 'Ninja'] : []
  await run('cmake', ['-S', source, '-B', build, ...generator, ...flags], log)
  // With run-time variants the back ends are modules that whisper-cli does not link against.
  const programs = ['whisper-cli', 'whisper-vad-speech-segments']
  const targets = portable ? [] : ['--target', ...programs]
  const jobs = ['-j', String(availableParallelism()), '--config', 'Release']
  await run('cmake', ['--build', build, ...jobs, ...targets], log)
  const bin = path.join(build, 'bin')
  const release = path.join(bin, 'Release')
  return (await exists(path.join(release, whisperCliName))) ? release : bin
}

/** Moves the program and its libraries to `ready`, but only if the program runs. */
async function accept(bin: string, ready: string): Promise<void> {
  await mkdir(ready, { recursive: true })
  for (const name of await readdir(bin)) {
    const isLibrary = /^(lib)?(ggml|whisper).*\.(so|dylib|dll)(\.|$)/.test(name)
    if (name !== whisperCliName && name !== whisperVadName && !isLibrary) continue
    await cp(path.join(bin, name), path.join(ready, name), { verbatimSymlinks: true })
  }
  const program = path.join(ready, whisperCliName)
  if (!canRun(program, ['--help'])) throw new Error(`${program} was built but does not run.`)
}

/** Builds unless `target` exists; the finished folder appears in one step. */
async function buildOnce(root: string, target: string, kind: BuildKind): Promise<void> {
  const startedAt = performance.now()
  const duration = kind.gpu === undefined ? '1 to 3 minutes' : `for ${kind.gpu}; some minutes`
  say(`Compiling whisper.cpp (once; ${duration}) …\n`)
  await mkdir(path.dirname(target), { recursive: true })
  const scratch = await mkdtemp(path.join(path.dirname(target), '.building-'))
  try {
    const ready = path.join(scratch, 'ready')
    await accept(await compile(root, scratch, kind), ready)
    await rename(ready, target).catch(async (error: unknown) => {
      // Another install finished the same build in the meantime; use that one.
      if (!(await exists(path.join(target, whisperCliName)))) throw error
    })
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
  say(`whisper-cli is ready (${Math.round((performance.now() - startedAt) / 1000)} s).\n`)
}

const vulkanAdvice = `
  Debian, Ubuntu:  sudo apt-get install libvulkan-dev glslc spirv-headers
  Fedora:          sudo dnf install vulkan-devel glslc spirv-headers-devel
  Windows:         the Vulkan SDK
Then run:          node models/build-whisper.ts --gpu`

/** Also builds for the GPU if its toolchain is installed; a failure here is not an error. */
async function buildForGpu(root: string, target: string, portable: boolean): Promise<void> {
  // On a Mac the default build already uses the GPU.
  if (process.platform === 'darwin') return
  // CUDA's libraries are too large to be packed with the app; Vulkan comes with every driver.
  const isHere = {
    cuda: !portable && canRun('nvcc', ['--version']),
    vulkan: canRun('glslc', ['--version']),
  }
  const gpu = isHere.cuda ? 'cuda' : isHere.vulkan ? 'vulkan' : undefined
  const folder = gpuFolder(target)
  if (gpu === undefined || (await exists(folder))) return
  await buildOnce(root, folder, { portable, gpu }).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    const isLacking = reason.startsWith('the headers')
    say(`Not built for ${gpu}: ${reason}.${isLacking ? vulkanAdvice : ''}\n`)
  })
}

async function main(args: string[]): Promise<void> {
  if (process.env['EARSHOT_WHISPER_CLI'] !== undefined) return
  const root = whisperSources()
  if (root === undefined || !(await exists(path.join(root, 'CMakeLists.txt')))) {
    say(`The sources of whisper.cpp (npm package nodejs-whisper) are not installed.\n${advice}`)
    return
  }
  const portable = args[0] === '--portable'
  const key = await whisperBuildKey(root, portable)
  const cached = whisperBuildFolder(earshotCacheDir(), portable ? `portable-${key}` : key)
  const target = portable && args[1] !== undefined ? path.resolve(args[1]) : cached
  if (await exists(path.join(target, whisperCliName))) {
    if (args[0] === '--gpu') await buildForGpu(root, target, false)
    return
  }
  const compilers = ['c++', 'g++', 'clang++']
  const hasCompiler =
    process.platform === 'win32' || compilers.some((name) => canRun(name, ['--version']))
  if (!canRun('cmake', ['--version']) || !hasCompiler) {
    say(`cmake or a C++ compiler is missing.\n${advice}`)
    return
  }
  await buildOnce(root, target, { portable })
  await buildForGpu(root, target, portable)
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  say(
    `whisper.cpp could not be compiled: ${error instanceof Error ? error.message : error}\n${advice}`,
  )
}
