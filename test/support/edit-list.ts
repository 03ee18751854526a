/** Gives the one track of an MP4 an edit list (ISO/IEC 14496-12, 8.6.6), as an editor would. */

/** What is heard, in seconds: an edit without `from` is silence, and 0 seconds go to the end. */
export type Edit = { from?: number; seconds: number }

/** Returns the file with these edits instead of its own. Its `moov` must be the last box. */
export function setEdits(file: Buffer, edits: Edit[]): Buffer {
  const bytes = Buffer.from(file)
  const scaleAt = (box: string): number => {
    const content = bytes.indexOf(box) + 4
    return bytes.readUInt32BE(content + (bytes[content] === 1 ? 20 : 12))
  }
  const movieScale = scaleAt('mvhd')
  const trackScale = scaleAt('mdhd')
  const list = Buffer.alloc(24 + edits.length * 12)
  list.writeUInt32BE(list.length, 0)
  list.write('edts', 4)
  list.writeUInt32BE(list.length - 8, 8)
  list.write('elst', 12)
  list.writeUInt32BE(edits.length, 20)
  for (const [at, { from, seconds }] of edits.entries()) {
    const entry = 24 + at * 12
    list.writeUInt32BE(Math.round(seconds * movieScale), entry)
    list.writeInt32BE(from === undefined ? -1 : Math.round(from * trackScale), entry + 4)
    list.writeInt32BE(0x10000, entry + 8)
  }
  const own = bytes.indexOf('edts')
  if (own !== -1) bytes.write('free', own)
  for (const box of ['moov', 'trak']) {
    const at = bytes.indexOf(box) - 4
    bytes.writeUInt32BE(bytes.readUInt32BE(at) + list.length, at)
  }
  const track = bytes.indexOf('trak') - 4
  const end = track + bytes.readUInt32BE(track) - list.length
  return Buffer.concat([bytes.subarray(0, end), list, bytes.subarray(end)])
}
