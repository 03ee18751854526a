/**
 * Chained Ogg: streams one after the other in one file, as internet radio and programs that join
 * recordings write them (RFC 3533, section 4). The demuxer reads only the first link of such a chain.
 */
import type { FileHandle } from 'node:fs/promises'
import { readAt } from './read-at.ts'

/** A part of a file, in bytes; `end` is behind the last. */
export type ByteRange = { start: number; end: number }

const headerBytes = 27
const capture = Buffer.from('OggS')
const isFirstOfStream = 2

/** Large enough for a few pages, which have at most 65,307 bytes. */
const blockBytes = 1 << 18

/** Each link is opened for itself; what follows so many counts as part of the last. */
const mostLinks = 500

/** Returns the links of an Ogg file in order; a single range for any other file. */
export async function findOggLinks(file: FileHandle): Promise<ByteRange[]> {
  const { size } = await file.stat()
  const starts = [0]
  let isInHeaders = true
  for await (const { offset, flags, isAfterDamage } of listPages(file, size)) {
    const isFirst = (flags & isFirstOfStream) !== 0
    // Streams that run side by side all begin before the first other page.
    if (isFirst && (!isInHeaders || isAfterDamage)) starts.push(offset)
    isInHeaders = isFirst
    if (starts.length >= mostLinks) break
  }
  return starts.map((start, at) => ({ start, end: starts[at + 1] ?? size }))
}

type Page = { offset: number; flags: number; isAfterDamage: boolean }

/** Lists the pages of an Ogg file; after damage it goes on with the next page. */
async function* listPages(file: FileHandle, size: number): AsyncGenerator<Page> {
  if (!(await readAt(file, 0, capture.length)).equals(capture)) return
  let block: Buffer = Buffer.alloc(0)
  let blockStart = 0
  let isAfterDamage = false
  for (let at = 0; at + headerBytes <= size;) {
    if (at < blockStart || at + headerBytes + 255 > blockStart + block.length) {
      block = await readAt(file, at, blockBytes)
      blockStart = at
    }
    const page = block.subarray(at - blockStart)
    if (page.length < headerBytes) return
    if (!page.subarray(0, capture.length).equals(capture) || page[4] !== 0) {
      const next = page.indexOf(capture, 1)
      at += next === -1 ? Math.max(1, page.length - capture.length + 1) : next
      isAfterDamage = true
      continue
    }
    yield { offset: at, flags: page[5] ?? 0, isAfterDamage }
    isAfterDamage = false
    const segments = page[26] ?? 0
    const sizes = page.subarray(headerBytes, headerBytes + segments)
    at += headerBytes + segments + sizes.reduce((sum, each) => sum + each, 0)
  }
}
