/** What the first bytes of a file tell of it; undefined where they tell nothing. Some 4 KB are enough. */
export async function sniffMedia(
  head: Uint8Array,
): Promise<{ ext: string; mime: string } | undefined> {
  // Loaded on demand: importing it takes longer than the detection.
  const { fileTypeFromBuffer } = await import('file-type')
  return fileTypeFromBuffer(head).catch(() => undefined)
}
