/** A page of PostgreSQL's tables and indexes, 8 KiB; the offsets are those of its header (bufpage.h). */
export const pageBytes = 8192
const checksumAt = 8
const lowerAt = 12
const upperAt = 14
const specialAt = 16
const headerBytes = 24

/**
 * Zeroes the unused space in the middle of `page`, in which PostgreSQL leaves the bytes of rows that are gone, and
 * mends its checksum; false where nothing was left there. For tables and indexes only: maps of free space and of
 * visibility keep their data in that place. (reliability.md B-7)
 */
export function zeroHole(page: Uint8Array, blockNumber: number): boolean {
  const view = new DataView(page.buffer, page.byteOffset, pageBytes)
  const lower = view.getUint16(lowerAt, true)
  const upper = view.getUint16(upperAt, true)
  const special = view.getUint16(specialAt, true)
  // A new page is all zeros; a page that is not whole is none of ours to change.
  if (lower < headerBytes || lower > upper || upper > special || special > pageBytes) return false
  const hole = page.subarray(lower, upper)
  if (hole.every((byte) => byte === 0)) return false
  hole.fill(0)
  if (view.getUint16(checksumAt, true) !== 0)
    view.setUint16(checksumAt, pageChecksum(view, blockNumber), true)
  return true
}

/** 32 sums of FNV-1a run side by side over the page (storage/checksum_impl.h of PostgreSQL). */
const prime = 16_777_619
const offsets = Uint32Array.of(
  ...[0x5b1f36e9, 0xb8525960, 0x02ab50aa, 0x1de66d2a, 0x79ff467a, 0x9bb9f8a3, 0x217e7cd2],
  ...[0x83e13d2c, 0xf8d4474f, 0xe39eb970, 0x42c6ae16, 0x993216fa, 0x7b093b5d, 0x98daff3c],
  ...[0xf718902a, 0x0b1c9cdb, 0xe58f764b, 0x187636bc, 0x5d7b3bb1, 0xe73de7de, 0x92bec979],
  ...[0xcca6c0b2, 0x304a0979, 0x85aa43d4, 0x783125bb, 0x6ca8eaa2, 0xe407eac6, 0x4b5cfc3e],
  ...[0x9fbf8c76, 0x15ca20be, 0xf2ca9fd3, 0x959bd756],
)

const mix = (sum: number, value: number): number => {
  const mixed = sum ^ value
  return Math.imul(mixed, prime) ^ (mixed >>> 17)
}

export function pageChecksum(view: DataView, blockNumber: number): number {
  const sums = Int32Array.from(offsets)
  for (let at = 0; at < pageBytes; at += 4) {
    // The checksum itself counts as zero.
    const word = view.getUint32(at, true) & (at === checksumAt ? 0xffff_0000 : 0xffff_ffff)
    const lane = (at / 4) % sums.length
    sums[lane] = mix(sums[lane] ?? 0, word)
  }
  let result = 0
  for (const sum of sums) result ^= mix(mix(sum, 0), 0)
  return (((result ^ blockNumber) >>> 0) % 65_535) + 1
}
