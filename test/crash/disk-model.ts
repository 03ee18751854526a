/**
 * A disk on which what was not synced may be lost, torn or reordered when the power fails. A sync of a file keeps
 * its bytes and its name, as ext4, XFS, Btrfs and APFS do; one of a folder keeps the names in it.
 */
import { readFileSync, statSync } from 'node:fs'
import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { DiskCall } from './disk-log.ts'
import type { Random } from './ledger.ts'

type Change = { offset: number; bytes: Buffer } | { size: number }
/** `kept` is what certainly survives; `changes` came after the last sync. */
type Inode = { kept: Buffer; changes: Change[] }
/** A change of names; `to` is given a file, or null for a folder. */
type Naming = { from?: string; to?: string; inode: Inode | null; isKept: boolean }

export type Loss = {
  /** Bytes that a disk writes at once, or not: 512 or 4,096. */
  sector: number
  /** Of 4 sectors, and of 4 names, that were not synced: how many survive. */
  quarters: number
}

/** The folder `before`, and what calls did to it when it was called `place`. */
export class DiskModel {
  readonly #before: string
  readonly #place: string
  readonly #files = new Map<string, Inode>()
  /** Of the folder as it was, what calls changed. */
  readonly #originals = new Map<string, Inode>()
  readonly #removed = new Set<string>()
  readonly #namings: Naming[] = []

  constructor(before: string, place: string) {
    this.#before = before
    this.#place = place
  }

  apply(call: DiskCall): void {
    if (call.kind === 'rename') this.#rename(call)
    else if (call.kind === 'sync') this.#sync(call.path)
    else if (call.kind === 'mkdir')
      this.#namings.push({ to: call.path, inode: null, isKept: false })
    else if (call.kind === 'remove') this.#remove(call.path)
    else if (call.kind === 'open') this.#open(call)
    else if (call.kind === 'truncate') this.#find(call.path)?.changes.push({ size: call.size })
    else this.#find(call.path)?.changes.push({ offset: call.offset, bytes: call.bytes })
  }

  #find(file: string): Inode | undefined {
    const known = this.#files.get(file)
    if (known !== undefined || this.#removed.has(file)) return known
    const source = path.join(this.#before, path.relative(this.#place, file))
    if (!statSync(source, { throwIfNoEntry: false })?.isFile()) return undefined
    const inode = { kept: readFileSync(source), changes: [] }
    this.#files.set(file, inode)
    this.#originals.set(file, inode)
    return inode
  }

  #open({ path: file, creates, truncates }: Extract<DiskCall, { kind: 'open' }>): void {
    const found = this.#find(file)
    if (found !== undefined && truncates) found.changes.push({ size: 0 })
    if (found !== undefined || !creates) return
    const inode = { kept: Buffer.alloc(0), changes: [] }
    this.#files.set(file, inode)
    this.#removed.delete(file)
    this.#namings.push({ to: file, inode, isKept: false })
  }

  #rename({ from, to }: Extract<DiskCall, { kind: 'rename' }>): void {
    const inode = this.#find(from)
    if (inode === undefined) throw new Error(`A folder was renamed, which the model does not know.`)
    this.#files.delete(from)
    this.#removed.add(from)
    this.#removed.delete(to)
    this.#files.set(to, inode)
    this.#namings.push({ from, to, inode, isKept: false })
  }

  #remove(file: string): void {
    this.#files.delete(file)
    this.#removed.add(file)
    this.#namings.push({ from: file, inode: null, isKept: false })
  }

  #sync(file: string): void {
    const inode = this.#find(file)
    const isHere = (name?: string) => name !== undefined && path.dirname(name) === file
    for (const naming of this.#namings) {
      if (inode === undefined) naming.isKept ||= isHere(naming.from) || isHere(naming.to)
      else naming.isKept ||= naming.inode === inode
    }
    if (inode === undefined) return
    inode.kept = contentOf(inode, () => true, 4_096)
    inode.changes = []
  }

  /** Writes to `target` what is found after the power failed now. */
  async cut(target: string, loss: Loss, random: Random): Promise<void> {
    const survives = () => random.between(1, 4) <= loss.quarters
    await cp(this.#before, target, { recursive: true, preserveTimestamps: true })
    const at = (file: string) => path.join(target, path.relative(this.#place, file))
    // Names within a folder reach the disk in their order: after the first that is lost, all are.
    const lost = new Set<string>()
    const contents = new Map<string, Inode | null>(this.#originals)
    for (const { from, to, inode, isKept } of this.#namings) {
      const folders = [from, to].flatMap((name) => (name === undefined ? [] : [path.dirname(name)]))
      if (!isKept && (folders.some((folder) => lost.has(folder)) || !survives())) {
        for (const folder of folders) lost.add(folder)
        continue
      }
      if (from !== undefined) {
        contents.delete(from)
        await rm(at(from), { recursive: true, force: true })
      }
      if (to !== undefined) contents.set(to, inode)
    }
    for (const [file, inode] of contents) {
      await mkdir(inode === null ? at(file) : path.dirname(at(file)), { recursive: true })
      if (inode !== null) await writeFile(at(file), contentOf(inode, survives, loss.sector))
    }
  }
}

/** The bytes of a file of whose later changes only some sectors survive. */
function contentOf({ kept, changes }: Inode, survives: () => boolean, sector: number): Buffer {
  let content: Buffer = Buffer.from(kept)
  for (const change of changes) {
    if (!('size' in change)) content = withSectors(content, change, { survives, sector })
    else if (survives()) content = resize(content, change.size)
  }
  return content
}

type Survival = { survives: () => boolean; sector: number }

/** A write may be torn between sectors, of which later ones may survive without the first. */
function withSectors(
  before: Buffer,
  { offset, bytes }: Extract<Change, { bytes: Buffer }>,
  { survives, sector }: Survival,
): Buffer {
  let content = before
  const end = offset + bytes.length
  for (let start = offset, next = start; start < end; start = next) {
    next = Math.min(end, (Math.floor(start / sector) + 1) * sector)
    if (!survives()) continue
    if (content.length < next) content = resize(content, next)
    bytes.copy(content, start, start - offset, next - offset)
  }
  return content
}

const resize = (content: Buffer, size: number): Buffer =>
  size <= content.length
    ? content.subarray(0, size)
    : Buffer.concat([content, Buffer.alloc(size - content.length)])
