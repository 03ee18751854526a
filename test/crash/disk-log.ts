/** Reads what strace noted of a process as what it did to the disk, in order. */

/** `at` is in milliseconds of the system's clock; paths are absolute. */
export type DiskCall = { at: number } & (
  | { kind: 'open'; path: string; creates: boolean; truncates: boolean }
  | { kind: 'write'; path: string; offset: number; bytes: Buffer }
  | { kind: 'truncate'; path: string; size: number }
  | { kind: 'sync'; path: string }
  | { kind: 'rename'; from: string; to: string }
  | { kind: 'remove'; path: string }
  | { kind: 'mkdir'; path: string }
)

const written = ['write', 'pwrite64', 'writev', 'pwritev', 'pwritev2']
const named = ['open', 'openat', 'creat', 'rename', 'renameat', 'renameat2', 'unlink', 'unlinkat']
const folders = ['mkdir', 'mkdirat', 'rmdir']
const others = ['fsync', 'fdatasync', 'ftruncate', 'truncate', 'lseek', 'fallocate', 'sendfile']
/** What a process does to files without these is not seen: it maps none that it writes to. */
const tracedCalls = [
  ...written,
  ...named,
  ...folders,
  ...others,
  'copy_file_range',
  'link',
  'linkat',
]

/** Options of strace whose output this file reads; `-D` leaves the process our own child. */
export const straceOptions = (log: string): string[] => [
  ...['-D', '-f', '--seccomp-bpf', '-ttt', '-y', '-x', '-s', String(4 << 20)],
  ...['-e', `trace=${tracedCalls.join(',')}`, '-o', log],
]

const escapes: Record<string, string> = { n: '\n', t: '\t', r: '\r', v: '\v', f: '\f' }

/** The bytes of a string as strace writes it. */
function toBytes(quoted: string): Buffer {
  const text = quoted.replaceAll(
    /\\(?:x([0-9a-f]{2})|([0-7]{1,3})|(.))/gs,
    (_all, hex?: string, octal?: string, other?: string) => {
      if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16))
      if (octal !== undefined) return String.fromCodePoint(Number.parseInt(octal, 8))
      return escapes[other ?? ''] ?? other ?? ''
    },
  )
  return Buffer.from(text, 'latin1')
}

const stringsIn = (text: string): string[] =>
  [...text.matchAll(/"((?:[^"\\]|\\.)*)"/gs)].map(([, inside = '']) => inside)
const pathsIn = (text: string): string[] => stringsIn(text).map((path) => toBytes(path).toString())

/** Calls that succeeded, below `folder`, in the order in which they ended. */
export function readDiskLog(log: string, folder: string): DiskCall[] {
  const begun = new Map<string, string>()
  const places = new Map<string, number>()
  const calls: DiskCall[] = []
  for (const line of log.split('\n')) {
    const [, thread = '', seconds, text = ''] = /^(\d+) +(\d+\.\d+) (.*)$/s.exec(line) ?? []
    if (text.endsWith(' <unfinished ...>')) {
      begun.set(thread, text.slice(0, -' <unfinished ...>'.length))
      continue
    }
    const rest = /^<\.\.\. \w+ resumed>(.*)$/s.exec(text)?.[1]
    const whole = rest === undefined ? text : `${begun.get(thread) ?? ''}${rest}`
    const [, name = '', args = '', result = ''] = /^(\w+)\((.*)\) += (-?\d+.*)$/s.exec(whole) ?? []
    if (name === '' || result.startsWith('-') || !whole.includes(folder)) continue
    const call = toCall({ name, args, result }, places)
    if (call !== undefined) calls.push({ ...call, at: Number(seconds) * 1000 })
  }
  return calls
}

type Traced = { name: string; args: string; result: string }
type Call = DiskCall extends infer One ? (One extends DiskCall ? Omit<One, 'at'> : never) : never

/** `places` are the positions of open files, by number and path. */
function toCall({ name, args, result }: Traced, places: Map<string, number>): Call | undefined {
  // As `-y` shows a number: 23</place/of/the/file>.
  const [, number = '', open = ''] = /^(\d+)<([^>]*)>/.exec(args) ?? []
  const file = `${number} ${open}`
  const last = Number(/(\d+)$/.exec(args)?.[1])
  const [first = '', second = ''] = pathsIn(
    name.startsWith('w') || name.startsWith('p') ? '' : args,
  )
  if (open.endsWith('(deleted)')) return undefined
  if (written.includes(name)) return toWrite({ name, args, result }, { file, open, places })
  if (name === 'lseek') places.set(file, Number.parseInt(result, 10))
  else if (name.startsWith('open') || name === 'creat') {
    places.delete(`${Number.parseInt(result, 10)} ${first}`)
    const [creates, truncates] = [/O_CREAT/.test(args), /O_TRUNC/.test(args)]
    if (creates || truncates) return { kind: 'open', path: first, creates, truncates }
  } else if (name === 'fsync' || name === 'fdatasync') return { kind: 'sync', path: open }
  else if (name === 'ftruncate') return { kind: 'truncate', path: open, size: last }
  else if (name === 'truncate') return { kind: 'truncate', path: first, size: last }
  else if (name.startsWith('rename')) return { kind: 'rename', from: first, to: second }
  else if (/^(unlink|rmdir)/.test(name)) return { kind: 'remove', path: first }
  else if (name.startsWith('mkdir')) return { kind: 'mkdir', path: first }
  else throw new Error(`The model of the disk does not know ${name}.`)
  return undefined
}

type OpenFile = { file: string; open: string; places: Map<string, number> }

function toWrite({ name, args, result }: Traced, { file, open, places }: OpenFile): Call {
  const bytes = Buffer.concat(stringsIn(args).map(toBytes)).subarray(0, Number.parseInt(result, 10))
  const isPlaced = name.startsWith('p')
  const flagless = name === 'pwritev2' ? args.replace(/, [^,]*$/, '') : args
  const offset = isPlaced ? Number(/(\d+)$/.exec(flagless)?.[1]) : (places.get(file) ?? 0)
  if (!isPlaced) places.set(file, offset + bytes.length)
  return { kind: 'write', path: open, offset, bytes }
}
