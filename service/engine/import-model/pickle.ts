/**
 * Reads the part of Python's pickle format that weights are listed in. Nothing is ever called: a
 * name outside the list below ends the reading, whatever it would have done in Python.
 */
import { NotImportable } from './tensors.ts'

/** A storage of numbers beside the pickle, named by its key. */
export type Storage = { kind: 'storage'; type: string; key: string; count: number }
/** A tensor as it is rebuilt: from a place of a storage on, in numbers. */
export type PickledTensor = {
  kind: 'tensor'
  storage: Storage
  at: number
  shape: number[]
  strides: number[]
}
type Global = { kind: 'global'; name: string }
export type Pickled =
  | null
  | boolean
  | number
  | string
  | Pickled[]
  | Map<Pickled, Pickled>
  | Storage
  | PickledTensor
  | Global

const harmless = new Set([
  'collections OrderedDict',
  'torch._utils _rebuild_tensor_v2',
  'torch._utils _rebuild_parameter',
  'torch FloatStorage',
  'torch HalfStorage',
  'torch BFloat16Storage',
])

const mark = Symbol('mark')
type Machine = {
  bytes: Buffer
  at: number
  stack: (Pickled | typeof mark)[]
  memo: Map<number, Pickled>
}

/** The object of a pickle; throws on everything that weights do not need. */
export function readPickle(bytes: Buffer): Pickled {
  const machine: Machine = { bytes, at: 0, stack: [], memo: new Map() }
  try {
    for (;;) {
      const code = machine.bytes.readUInt8(machine.at)
      machine.at += 1
      if (code === 0x2e) return pop(machine)
      const run = steps.get(code)
      if (!run) throw strange(`the instruction ${code}`)
      run(machine)
    }
  } catch (error) {
    if (error instanceof RangeError) throw strange('an end too soon')
    throw error
  }
}

const strange = (what: string) =>
  new NotImportable(`The checkpoint holds ${what}, which weights do not need; it was not opened.`)

function pop({ stack }: Machine): Pickled {
  const value = stack.pop()
  if (value === undefined || value === mark) throw strange('an unbalanced list')
  return value
}

function popMarked({ stack }: Machine): Pickled[] {
  const from = stack.lastIndexOf(mark)
  if (from < 0) throw strange('an unbalanced list')
  return stack.splice(from).filter((value) => value !== mark)
}

const text = (machine: Machine, length: number): string => {
  if (machine.at + length > machine.bytes.length) throw new RangeError()
  machine.at += length
  return machine.bytes.toString('utf8', machine.at - length, machine.at)
}

function line(machine: Machine): string {
  const end = machine.bytes.indexOf(0x0a, machine.at)
  if (end < 0) throw new RangeError()
  const read = text(machine, end - machine.at)
  machine.at += 1
  return read
}

const number = (machine: Machine, width: 1 | 2 | 4): number => {
  machine.at += width
  return machine.bytes.readUIntLE(machine.at - width, width)
}

const push = (machine: Machine, value: Pickled): void => void machine.stack.push(value)

function pushGlobal(machine: Machine, name: string): void {
  if (!harmless.has(name)) throw strange(`a call of ${name.replace(' ', '.').slice(0, 80)}`)
  push(machine, { kind: 'global', name })
}

const asMap = (value: Pickled | undefined): Map<Pickled, Pickled> => {
  if (value instanceof Map) return value
  throw strange('an unknown object')
}

function setItems(machine: Machine, items: readonly Pickled[]): void {
  const last = machine.stack.at(-1)
  const target = asMap(last === mark ? undefined : last)
  for (let at = 0; at + 1 < items.length; at += 2)
    target.set(items[at] ?? null, items[at + 1] ?? null)
}

function reduce(machine: Machine): void {
  const given = pop(machine)
  const called = pop(machine)
  if (!Array.isArray(given)) throw strange('an unknown object')
  const isNamed = typeof called === 'object' && called !== null && 'kind' in called
  const name = isNamed && called.kind === 'global' ? called.name : ''
  if (name === 'collections OrderedDict') return push(machine, new Map())
  if (name === 'torch._utils _rebuild_parameter') return push(machine, given[0] ?? null)
  if (name === 'torch._utils _rebuild_tensor_v2') return push(machine, toTensor(given))
  throw strange('a call of something that is no tensor')
}

function toTensor([storage, at, shape, strides]: readonly Pickled[]): PickledTensor {
  const isStorage = typeof storage === 'object' && storage !== null && 'kind' in storage
  if (!isStorage || storage.kind !== 'storage' || typeof at !== 'number') {
    throw strange('an unknown tensor')
  }
  return { kind: 'tensor', storage, at, shape: toNumbers(shape), strides: toNumbers(strides) }
}

const toNumbers = (value: Pickled | undefined): number[] => {
  if (Array.isArray(value) && value.every((item) => typeof item === 'number')) return value
  throw strange('an unknown tensor')
}

function pushStorage(machine: Machine): void {
  const parts = pop(machine)
  const [, type, key, , count] = Array.isArray(parts) ? parts : []
  const isType =
    typeof type === 'object' && type !== null && 'kind' in type && type.kind === 'global'
  if (!isType || typeof key !== 'string' || typeof count !== 'number') {
    throw strange('an unknown storage')
  }
  push(machine, { kind: 'storage', type: type.name, key, count })
}

function pushLong(machine: Machine): void {
  const length = number(machine, 1)
  if (length > 6) throw strange('a number too large')
  machine.at += length
  push(machine, length === 0 ? 0 : machine.bytes.readIntLE(machine.at - length, length))
}

const remember = (machine: Machine, place: number): void => {
  const top = machine.stack.at(-1)
  if (top === undefined || top === mark) throw strange('an unbalanced list')
  machine.memo.set(place, top)
}

function recall(machine: Machine, place: number): void {
  const value = machine.memo.get(place)
  if (value === undefined) throw strange('a reference to nothing')
  push(machine, value)
}

function append(machine: Machine, items: readonly Pickled[]): void {
  const list = machine.stack.at(-1)
  if (!Array.isArray(list)) throw strange('an unknown object')
  list.push(...items)
}

const take = (machine: Machine, count: number): Pickled[] =>
  Array.from({ length: count }, () => pop(machine)).toReversed()

/** By the codes of Python's pickletools. */
const steps = new Map<number, (machine: Machine) => void>([
  [0x80, (machine) => void number(machine, 1)], // PROTO
  [0x95, (machine) => void text(machine, 8)], // FRAME
  [0x28, ({ stack }) => void stack.push(mark)], // MARK
  [0x4e, (machine) => push(machine, null)], // NONE
  [0x88, (machine) => push(machine, true)], // NEWTRUE
  [0x89, (machine) => push(machine, false)], // NEWFALSE
  [0x4b, (machine) => push(machine, number(machine, 1))], // BININT1
  [0x4d, (machine) => push(machine, number(machine, 2))], // BININT2
  [0x4a, (machine) => push(machine, number(machine, 4) | 0)], // BININT
  [0x8a, pushLong], // LONG1
  [0x47, (machine) => push(machine, machine.bytes.readDoubleBE((machine.at += 8) - 8))], // BINFLOAT
  [0x58, (machine) => push(machine, text(machine, number(machine, 4)))], // BINUNICODE
  [0x8c, (machine) => push(machine, text(machine, number(machine, 1)))], // SHORT_BINUNICODE
  [0x7d, (machine) => push(machine, new Map())], // EMPTY_DICT
  [0x5d, (machine) => push(machine, [])], // EMPTY_LIST
  [0x29, (machine) => push(machine, [])], // EMPTY_TUPLE
  [0x74, (machine) => push(machine, popMarked(machine))], // TUPLE
  [0x85, (machine) => push(machine, take(machine, 1))], // TUPLE1
  [0x86, (machine) => push(machine, take(machine, 2))], // TUPLE2
  [0x87, (machine) => push(machine, take(machine, 3))], // TUPLE3
  [0x61, (machine) => append(machine, take(machine, 1))], // APPEND
  [0x65, (machine) => append(machine, popMarked(machine))], // APPENDS
  [0x73, (machine) => setItems(machine, take(machine, 2))], // SETITEM
  [0x75, (machine) => setItems(machine, popMarked(machine))], // SETITEMS
  [0x71, (machine) => remember(machine, number(machine, 1))], // BINPUT
  [0x72, (machine) => remember(machine, number(machine, 4))], // LONG_BINPUT
  [0x94, (machine) => remember(machine, machine.memo.size)], // MEMOIZE
  [0x68, (machine) => recall(machine, number(machine, 1))], // BINGET
  [0x6a, (machine) => recall(machine, number(machine, 4))], // LONG_BINGET
  [0x63, (machine) => pushGlobal(machine, `${line(machine)} ${line(machine)}`)], // GLOBAL
  [0x93, (machine) => pushGlobal(machine, take(machine, 2).join(' '))], // STACK_GLOBAL
  [0x51, pushStorage], // BINPERSID
  [0x52, reduce], // REDUCE
  [0x62, (machine) => void pop(machine)], // BUILD: what is set on an object is not needed
])
