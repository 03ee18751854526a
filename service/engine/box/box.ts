/**
 * The box of a child process: it reads its input, writes one folder, has no network and changes no other
 * process, within limits of memory, processor time, threads and length of files. `box.c`, compiled by the
 * install, sets it up on Linux.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { createHash } from 'node:crypto'
import path from 'node:path'
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import { earshotCacheDir } from '../whisper/binary.ts'

export type BoxRules = {
  /** Files or folders that it may read. */
  read: readonly string[]
  /** Folders with programs and libraries that it may run, besides the program's own. */
  run?: readonly string[]
  /** The folder that its result goes to. */
  write?: string | undefined
  /** Memory that it may fill, in bytes; files that it maps do not count. */
  memoryBytes: number
  /** Processor time of all its threads together. */
  processorSeconds: number
  /** Whether it may open the devices of graphics processors, and share memory with them. */
  hasGraphics?: boolean
  /** Whether it starts processes of its own, in the same box; else it has threads only. */
  startsPrograms?: boolean
}

export type ProgramCall = { command: string; args: string[] }

/** What children are kept from on this machine; `missing` says in a sentence what they are not. */
export type BoxState = {
  network: boolean
  files: boolean
  limits: boolean
  missing: string | null
}

const Offered = Type.Object({ landlock: Type.Integer(), seccomp: Type.Boolean() })
type Launcher = Static<typeof Offered> & { program: string }

const source = path.join(import.meta.dirname, 'box.c')
export const launcherName = 'earshot-box'

/** Where the install puts its build; named by the source, so that another version gets its own. */
export function launcherFile(cacheDir: string): string {
  const key = createHash('sha256').update(readFileSync(source)).update(process.arch).digest('hex')
  return path.join(cacheDir, 'box', key.slice(0, 16), launcherName)
}

let known: Launcher | undefined

/** Undefined where there is none; looked for again each time, since the owner may build it meanwhile. */
function findLauncher(): Launcher | undefined {
  if (process.platform !== 'linux' || known !== undefined) return known
  const packed = process.env['EARSHOT_BUNDLED_DIR']
  const places = [
    ...(packed === undefined ? [] : [path.join(packed, launcherName)]),
    launcherFile(earshotCacheDir()),
  ]
  const program = places.find((file) => existsSync(file))
  if (program === undefined) return undefined
  const { status, stdout } = spawnSync(program, ['--check'], { encoding: 'utf8', env: {} })
  const offered: unknown = status === 0 ? JSON.parse(stdout) : undefined
  if (Value.Check(Offered, offered)) known = { ...offered, program }
  return known
}

/** Of the system, and of this software: what any program needs to run at all. */
const systemFolders = [
  ...['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/opt'],
  ...['/nix/store', '/gnu/store', '/run/opengl-driver', '/snap'],
  path.join('/home', 'linuxbrew', '.linuxbrew'),
]
const root = path.join(import.meta.dirname, '../../..')
const ownFolders = ['service', 'node_modules'].map((name) => path.join(root, name))
const systemFacts = [
  ...['/etc', '/sys', path.join(root, 'package.json'), path.join(root, 'models')],
  // Of other processes nothing: their variables and open files may hold keys.
  ...['self', 'cpuinfo', 'meminfo', 'stat', 'filesystems', 'sys'].map((name) => `/proc/${name}`),
]
// Not zero: mapped and shared, it is memory that no limit counts.
const devices = ['null', 'full', 'random', 'urandom']
/** Of AMD and Intel, and of all that go by DRM; those of NVIDIA have numbers that differ. */
const isGraphics = (name: string): boolean => /^(dri$|kfd$|nvidia)/.test(name)

const pairs = (option: string, places: readonly string[]): string[] =>
  places.flatMap((place) => [option, path.resolve(place)])

/** A program's folder; where it is a link, as Node's often is, also that of the program itself. */
function foldersOf(command: string): string[] {
  const real = existsSync(command) ? realpathSync(command) : command
  return [path.dirname(command), path.dirname(real)]
}

/** Choice: twice what a WAV can hold, which is the longest file that an engine writes. */
const mostFileBytes = 8 * 2 ** 30
/** Choice: threads of the engine, and what else the same user starts meanwhile: both count. */
const moreThreads = 1_024

/** Sets limits with what every POSIX shell has; the program takes the shell's place. Files count in blocks. */
const limitScript =
  'ulimit -c 0; ulimit -Ht $(($1 + 5)); ulimit -St "$1"; ulimit -d "$2" 2>/dev/null; ulimit -f "$3" 2>/dev/null; shift 3; exec "$@"'

/** Never disks, cameras and microphones. */
function deviceOptions(hasGraphics: boolean): string[] {
  const graphics = hasGraphics ? readdirSync('/dev').filter(isGraphics) : []
  const files = [...devices, ...graphics].map((name) => path.join('/dev', name))
  // Their drivers share memory; where there is none, nothing needs that.
  return [...pairs('--device', files), ...(graphics.length > 0 ? ['--allow', 'shared-memory'] : [])]
}

/**
 * The call that starts a program in its box: the launcher's, which becomes the program and keeps its
 * pid. Where there is no launcher, limits alone, and on Windows nothing; `describeBox` says so.
 */
export function enterBox({ command, args }: ProgramCall, rules: BoxRules): ProgramCall {
  const seconds = String(Math.ceil(rules.processorSeconds))
  const bytes = Math.ceil(rules.memoryBytes)
  const launcher = findLauncher()
  if (launcher !== undefined) {
    const allowed = [
      ...pairs('--run', [
        ...systemFolders,
        ...ownFolders,
        ...foldersOf(command),
        ...(rules.run ?? []),
      ]),
      ...pairs('--read', [...systemFacts, ...rules.read]),
      ...deviceOptions(rules.hasGraphics === true),
      ...(rules.startsPrograms === true ? ['--allow', 'processes'] : []),
      ...pairs('--write', rules.write === undefined ? [] : [rules.write]),
    ]
    const amounts = { memory: bytes, seconds, file: mostFileBytes, threads: moreThreads }
    const limits = Object.entries(amounts).flatMap(([name, most]) => [`--${name}`, String(most)])
    return { command: launcher.program, args: [...allowed, ...limits, '--', command, ...args] }
  }
  if (process.platform === 'win32') return { command, args }
  const limits = [seconds, String(Math.ceil(bytes / 1024)), String(mostFileBytes / 512)]
  return { command: '/bin/sh', args: ['-c', limitScript, 'sh', ...limits, command, ...args] }
}

/** Why the program in the box did not even start; undefined where it did. */
export function whyNotStarted(end: {
  code: number | null
  stderrTail: string
}): string | undefined {
  const isOfBox = end.code === 125 && end.stderrTail.startsWith(`${launcherName}: `)
  const isOfShell = (end.code === 126 || end.code === 127) && end.stderrTail.includes('exec: ')
  return isOfBox || isOfShell ? end.stderrTail.trim() : undefined
}

/** What `enterBox` achieves here, in words for the owner; `hasShell` where the app starts the scripts. */
export function describeBox({ hasShell }: { hasShell: boolean }): BoxState {
  const nothing = { network: false, files: false, limits: false }
  if (hasShell) return { ...nothing, missing: inShell }
  if (process.platform === 'win32') return { ...nothing, missing: onOtherSystems }
  const launcher = findLauncher()
  if (launcher === undefined) {
    const missing = process.platform === 'linux' ? notBuilt : onOtherSystems
    return { ...nothing, limits: true, missing }
  }
  const state = { network: launcher.seccomp, files: launcher.landlock > 0, limits: true }
  const lacks = [...(state.network ? [] : ['the network']), ...(state.files ? [] : ['other files'])]
  const kernel = `This Linux kernel cannot keep the engines from ${lacks.join(' and from ')}.`
  return { ...state, missing: lacks.length === 0 ? null : kernel }
}

const inShell =
  'In the desktop app only the speech engine has a box. The app itself starts the processes that ' +
  'decode, tell speakers apart and write; they are kept neither from other files nor from the network.'
const onOtherSystems =
  'On this system the engines are not kept from other files and from the network; a box exists on Linux only.'
const notBuilt =
  'The engines are not kept from other files and from the network, because the launcher of their box ' +
  'was not built. Install a C compiler (Debian: apt-get install gcc libc6-dev), then: npm rebuild'
