/** Locates the whisper-cli executable, named by its sources, flags and processor. */
import { createHash } from 'node:crypto'
import { access, constants, readFile, readdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import envPaths from 'env-paths'
import { gpuPatches, type GpuKind } from './gpu-build.ts'
import { whisperPatches } from './patches.ts'

/** The parts of the whisper.cpp tree that whisper-cli needs; other GPU back ends are left out. */
const sourceParts = [
  'CMakeLists.txt',
  'bindings/javascript/package-tmpl.json',
  'cmake',
  'include',
  'src',
  'ggml/CMakeLists.txt',
  'ggml/cmake',
  'ggml/include',
  'ggml/src',
  'examples',
]

/** Folders inside those parts that none of our builds reads: 20 MB of other back ends and demos. */
const unusedFolder =
  /^(ggml\/src\/ggml-(?!cpu|metal|blas)[^/]+|examples\/(?!cli|bench|server|quantize|vad-|parakeet-|deprec)[^/]+|src\/(coreml|openvino))$/

const commonFlags = [
  '-DCMAKE_BUILD_TYPE=Release',
  '-DWHISPER_BUILD_TESTS=OFF',
  '-DWHISPER_BUILD_SERVER=OFF',
  '-DGGML_CCACHE=OFF',
  // ggml's own thread pool spins at every barrier and never yields: with both cores busy an 11 s
  // clip took 40 s, with OpenMP's threads 12 s; on a quiet machine 2.3 s and 1.8 s (2 threads).
  '-DGGML_OPENMP=ON',
  // Reduces the time of 16-bit matrix products to three quarters; off by default in whisper.cpp.
  '-DGGML_LLAMAFILE=ON',
]

// A native build with AMX crashes on q8_0 and q4_0 weights, so compile without it.
const noAmx = '-mno-amx-tile -mno-amx-int8 -mno-amx-bf16'

/** CMake arguments. `portable` selects the CPU variant at run time, for packaged apps. */
export function whisperBuildFlags(portable: boolean, platform = process.platform): string[] {
  if (portable) {
    return [
      ...commonFlags,
      '-DBUILD_SHARED_LIBS=ON',
      '-DGGML_NATIVE=OFF',
      '-DGGML_BACKEND_DL=ON',
      '-DGGML_CPU_ALL_VARIANTS=ON',
      // The libraries are next to the executable wherever the app is installed.
      `-DCMAKE_INSTALL_RPATH=${platform === 'darwin' ? '@loader_path' : '$ORIGIN'}`,
      '-DCMAKE_BUILD_WITH_INSTALL_RPATH=ON',
    ]
  }
  const native = [...commonFlags, '-DBUILD_SHARED_LIBS=OFF']
  if (process.arch !== 'x64' || platform === 'win32') return native
  return [...native, `-DCMAKE_C_FLAGS=${noAmx}`, `-DCMAKE_CXX_FLAGS=${noAmx}`]
}

/** The whisper.cpp sources inside the npm package, or undefined if it is not installed. */
export function whisperSources(): string | undefined {
  try {
    const manifest = createRequire(import.meta.url).resolve('nodejs-whisper/package.json')
    return path.join(path.dirname(manifest), 'cpp', 'whisper.cpp')
  } catch {
    return undefined
  }
}

/** Relative paths of every file the build reads, sorted; includes the GPU's back end if given. */
export async function whisperSourceFiles(root: string, gpu?: GpuKind): Promise<string[]> {
  const files: string[] = []
  const walk = async (folder: string): Promise<void> => {
    if (unusedFolder.test(folder) && folder !== `ggml/src/ggml-${gpu}`) return
    for (const entry of await readdir(path.join(root, folder), { withFileTypes: true })) {
      const child = `${folder}/${entry.name}`
      if (entry.isDirectory()) await walk(child)
      else files.push(child)
    }
  }
  for (const part of sourceParts) {
    if (path.extname(part) === '') await walk(part)
    else files.push(part)
  }
  return files.toSorted()
}

/**
 * The name of one build: a hash of sources, our patches, flags and, for a native build, the
 * processor, so that a cache copied to another machine is not used there.
 */
export async function whisperBuildKey(root: string, portable: boolean): Promise<string> {
  const hash = createHash('sha256')
  for (const file of await whisperSourceFiles(root)) {
    hash.update(`${file}\0`).update(await readFile(path.join(root, file)))
  }
  const programs = [whisperCliName, whisperVadName]
  const patches = [...whisperPatches, ...gpuPatches]
  hash.update(JSON.stringify([patches, whisperBuildFlags(portable), portable, programs]))
  hash.update(`${process.platform} ${process.arch}`)
  if (!portable) hash.update(await processor())
  return hash.digest('hex').slice(0, 16)
}

/**
 * Includes Linux's CPU flags, because the model name alone does not reveal
 * a virtual machine's features.
 */
async function processor(): Promise<string> {
  const model = os.cpus()[0]?.model ?? 'unknown'
  const info = await readFile('/proc/cpuinfo', 'utf8').catch(() => '')
  return `${model} ${/^(flags|Features)\s*:.*$/m.exec(info)?.[0] ?? ''}`
}

/** The user's cache folder for builds and downloads; override with `EARSHOT_CACHE_DIR`. */
export function earshotCacheDir(override = process.env['EARSHOT_CACHE_DIR']): string {
  return override ?? envPaths('earshot', { suffix: '' }).cache
}

export function whisperBuildFolder(cacheDir: string, key: string): string {
  return path.join(cacheDir, 'whisper', key)
}

const executable = process.platform === 'win32' ? '.exe' : ''
export const whisperCliName = `whisper-cli${executable}`
/** Prints the spans of speech; built and stored next to whisper-cli. */
export const whisperVadName = `whisper-vad-speech-segments${executable}`

/**
 * The speech detection program next to this whisper-cli; undefined if the owner's build has none.
 */
export async function findWhisperVad(whisperCli: string): Promise<string | undefined> {
  const file = path.join(path.dirname(whisperCli), whisperVadName)
  return access(file, constants.X_OK).then(
    () => file,
    () => undefined,
  )
}

/**
 * Finds whisper-cli: the one the owner names, the one shipped with the app, or the one that `npm
 * install` built. Undefined if there is none.
 */
export async function findWhisperCli(options: {
  explicit?: string | undefined
  bundledDir?: string | undefined
  cacheDir: string
}): Promise<string | undefined> {
  const candidates: string[] = []
  if (options.explicit !== undefined) candidates.push(options.explicit)
  if (options.bundledDir !== undefined)
    candidates.push(path.join(options.bundledDir, whisperCliName))
  const sources = whisperSources()
  if (candidates.length === 0 && sources !== undefined) {
    const key = await whisperBuildKey(sources, false)
    candidates.push(path.join(whisperBuildFolder(options.cacheDir, key), whisperCliName))
  }
  for (const file of candidates) {
    const isUsable = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (isUsable) return file
  }
  return undefined
}
