/** Breaks files the same way for the same seed. */
import type { Source } from './tones.ts'

type Random = { below: (limit: number) => number; pick: <T>(list: readonly T[]) => T }

/** Mulberry32: a small generator whose numbers are the same everywhere. */
function createRandom(seed: number): Random {
  let state = seed >>> 0
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * limit)
  }
  const pick = <T>(list: readonly T[]): T => {
    const chosen = list[below(list.length)]
    if (chosen === undefined) throw new Error('There is nothing to choose from.')
    return chosen
  }
  return { below, pick }
}

type Mutation = (bytes: Buffer, random: Random, sources: readonly Source[]) => Buffer

/** Half of all places lie in the first 200 bytes, where headers are. */
const place = (bytes: Buffer, { below }: Random): number =>
  below(below(2) === 0 ? Math.min(200, bytes.length) : bytes.length)

const span = (bytes: Buffer, random: Random): [number, number] => {
  const from = place(bytes, random)
  return [from, Math.min(bytes.length, from + 1 + random.below(random.pick([4, 64, 2000])))]
}

const preambles = [
  '#EXTM3U\n#EXTINF:10,\nfile:///etc/passwd\n',
  'ffconcat version 1.0\nfile /etc/passwd\n',
  '<?xml version="1.0"?><MPD><BaseURL>http://127.0.0.1:9/</BaseURL></MPD>',
  '<html><script>1</script></html>',
  'PK\u0003\u0004',
  '%PDF-1.7\n',
  '\u0000\u0000\u0000\u0018ftypqt  ',
  'RIFF\u00ff\u00ff\u00ff\u007fWAVE',
  'ID3\u0004\u0000\u0000\u007f\u007f\u007f\u007f',
]

const mutations: Record<string, Mutation> = {
  flip: (bytes, random) => {
    for (let left = 1 + random.below(20); left > 0 && bytes.length > 0; left -= 1) {
      const at = place(bytes, random)
      bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8))
    }
    return bytes
  },
  cut: (bytes, { below }) => bytes.subarray(0, below(bytes.length + 1)),
  behead: (bytes, random) => bytes.subarray(place(bytes, random)),
  repeat: (bytes, random) => {
    const [from, to] = span(bytes, random)
    const times = 1 + random.below(20)
    const copies = Array.from({ length: times }, () => bytes.subarray(from, to))
    return Buffer.concat([bytes.subarray(0, to), ...copies, bytes.subarray(to)])
  },
  remove: (bytes, random) => {
    const [from, to] = span(bytes, random)
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)])
  },
  fill: (bytes, random) => {
    const [from, to] = span(bytes, random)
    return bytes.fill(random.pick([0, 0xff, 0x80, 0x7f]), from, to)
  },
  size: (bytes, random) => {
    const names = [...bytes.toString('latin1').matchAll(/[a-zA-Z]{4}/g)].map(({ index }) => index)
    if (names.length === 0 || bytes.length < 12) return bytes
    // MP4 writes a size before the name of its box, RIFF and AIFF behind it.
    const at = random.pick(names) + random.pick([-4, 4])
    const value = random.pick([0, 1, 7, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff])
    bytes.writeUInt32BE(value, Math.max(0, Math.min(bytes.length - 4, at)))
    return bytes
  },
  swap: (bytes, random, sources) => {
    const head = random.pick(sources).bytes.subarray(0, 12 + random.below(300))
    return Buffer.concat([head, bytes.subarray(Math.min(bytes.length, head.length))])
  },
  join: (bytes, random, sources) => Buffer.concat([bytes, random.pick(sources).bytes]),
  preamble: (bytes, random) =>
    Buffer.concat([Buffer.from(random.pick(preambles), 'latin1'), bytes]),
}

export type Mutant = { label: string; name: string; bytes: Buffer }

/** The file that belongs to `seed`: one of the sources, broken in one to three ways. */
export function mutate(sources: readonly Source[], seed: number): Mutant {
  const random = createRandom(seed)
  const source = random.pick(sources)
  let bytes = Buffer.from(source.bytes)
  const ways: string[] = []
  for (let left = 1 + random.below(3); left > 0; left -= 1) {
    const [way, change] = random.pick(Object.entries(mutations))
    if (bytes.length === 0) break
    bytes = Buffer.from(change(bytes, random, sources))
    ways.push(way)
  }
  return { label: `seed ${seed}: ${source.name}, ${ways.join(', ')}`, name: source.name, bytes }
}
