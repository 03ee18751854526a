import { createCipheriv, createDecipheriv, randomBytes, type KeyObject } from 'node:crypto'
import { pageBytes } from './page-hole.ts'

/**
 * What seals one database: 32 bytes for its pages, 64 for its write-ahead log. As objects, because from plain bytes Node takes
 * longer to make a cipher than to open a page with it.
 */
export type DatabaseKeys = { pages: KeyObject; log: KeyObject }

/**
 * How a file of the database lies on the disk where that is encrypted; null: as PostgreSQL writes it, as it holds
 * nothing that anybody said or wrote.
 *
 * - `pages`: tables, indexes and their maps, a page after the other (`sealPage`).
 * - `log`: a segment of the write-ahead log, of the same size (`sealLog`).
 * - `blank`: a segment before it gets its name, only zeros.
 * - `spill`: what a large sort does not hold in memory; nobody reads it after the process that wrote it.
 */
export type SealedForm = 'pages' | 'log' | 'blank' | 'spill'

const forms: readonly (readonly [SealedForm, RegExp])[] = [
  ['pages', /^(?:global|base\/\d+)\/(?:t\d+_)?\d+(?:_(?:fsm|vm|init))?(?:\.\d+)?$/],
  ['log', /^pg_wal\/[0-9A-F]{24}$/],
  ['blank', /^pg_wal\/xlogtemp\.\d+$/],
  ['spill', /^base\/pgsql_tmp\/./],
]

/** `file` is its path in the database's folder, with slashes. */
export const sealedFormOf = (file: string): SealedForm | null =>
  forms.find(([, pattern]) => pattern.test(file))?.[0] ?? null

const nonceBytes = 12
const tagBytes = 16
/** The page, its nonce, its tag, four zeros: a multiple of 32, so that fewer pages share a sector. */
export const sealedPageBytes = pageBytes + 32

const zeros = new Uint8Array(sealedPageBytes)
export const isZero = (bytes: Uint8Array): boolean =>
  Buffer.compare(bytes, zeros.subarray(0, bytes.length)) === 0

/** Bound to its place, so that no page can stand for another one. */
const placeOf = (file: string, block: number): Buffer => Buffer.from(`${file}:${block}`)

/**
 * AES-256-GCM. A page of zeros stays one: file systems give zeros where a file grew and the power was cut, and
 * PostgreSQL takes them for a page without rows (that rows are missing, the row counters tell).
 */
export function sealPage(
  { pages }: DatabaseKeys,
  [file, block]: readonly [file: string, block: number],
  page: Uint8Array,
  sealed: Uint8Array,
): void {
  sealed.fill(0)
  if (isZero(page)) return
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', pages, nonce)
  cipher.setAAD(placeOf(file, block))
  sealed.set(cipher.update(page))
  cipher.final()
  sealed.set(nonce, pageBytes)
  sealed.set(cipher.getAuthTag(), pageBytes + nonceBytes)
}

/** False, with nothing written to `page`, where it was changed, or belongs elsewhere. */
export function openPage(
  { pages }: DatabaseKeys,
  [file, block]: readonly [file: string, block: number],
  sealed: Uint8Array,
  page: Uint8Array,
): boolean {
  if (isZero(sealed)) {
    page.fill(0)
    return true
  }
  const tagAt = pageBytes + nonceBytes
  const cipher = createDecipheriv('aes-256-gcm', pages, sealed.subarray(pageBytes, tagAt))
  cipher.setAAD(placeOf(file, block))
  cipher.setAuthTag(sealed.subarray(tagAt, tagAt + tagBytes))
  const plain = cipher.update(sealed.subarray(0, pageBytes))
  try {
    cipher.final()
  } catch {
    return false
  }
  page.set(plain)
  return true
}

/**
 * AES-256-XTS of each 8 KiB of a segment, by segment and place; `at` and the size of `bytes` are multiples of that.
 * PostgreSQL writes the last page of the log again with each commit, and whatever a power cut leaves of that must hold
 * the beginning that was there before: here each 16 bytes depend on nothing beside them. What was changed is found by
 * the checksum of the record, as in a log that is not encrypted.
 */
export function sealLog(
  { log }: DatabaseKeys,
  [file, at]: readonly [file: string, at: number],
  bytes: Uint8Array,
): Uint8Array {
  const sealed = new Uint8Array(bytes.length)
  for (let done = 0; done < bytes.length; done += pageBytes) {
    const page = bytes.subarray(done, done + pageBytes)
    if (isZero(page)) continue
    sealed.set(createCipheriv('aes-256-xts', log, tweakOf(file, at + done)).update(page), done)
  }
  return sealed
}

/** What was never written is zeros, also in a page of which a power cut left only some sectors. */
export function openLog(
  { log }: DatabaseKeys,
  [file, at]: readonly [file: string, at: number],
  sealed: Uint8Array,
): Uint8Array {
  const bytes = new Uint8Array(sealed.length)
  for (let done = 0; done < sealed.length; done += pageBytes) {
    const page = sealed.subarray(done, done + pageBytes)
    if (isZero(page)) continue
    bytes.set(createDecipheriv('aes-256-xts', log, tweakOf(file, at + done)).update(page), done)
    for (let sector = 0; sector < page.length; sector += sectorBytes) {
      const isBlank = isZero(page.subarray(sector, sector + sectorBytes))
      if (isBlank) bytes.fill(0, done + sector, done + sector + sectorBytes)
    }
  }
  return bytes
}

const sectorBytes = 512

/** The 96 bits of the segment's name, and the number of the page in it. */
function tweakOf(file: string, at: number): Buffer {
  const tweak = Buffer.alloc(16)
  tweak.write(file.slice(-24), 'hex')
  tweak.writeUInt32LE(at / pageBytes, 12)
  return tweak
}

/** AES-256-CTR, so that any bytes can be read and written; it is its own inverse. `at` is the place of the first. */
export function cipherSpill(
  key: Uint8Array,
  [fileId, at]: readonly [fileId: Uint8Array, at: number],
  bytes: Uint8Array,
): Uint8Array {
  const blockBytes = 16
  const counter = Buffer.alloc(blockBytes)
  counter.set(fileId.subarray(0, 8))
  counter.writeBigUInt64BE(BigInt(Math.floor(at / blockBytes)), 8)
  const cipher = createCipheriv('aes-256-ctr', key, counter)
  cipher.update(new Uint8Array(at % blockBytes))
  return cipher.update(bytes)
}
