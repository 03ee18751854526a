import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'

/** Zips the files in chunks, so hundreds of them do not block the page. */
export async function zipFiles(files: readonly { name: string; body: Blob }[]): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const archive = new Zip((error, part) => {
    if (error) throw error
    // fflate allocates plain buffers, although its type would allow shared ones.
    parts.push(part as Uint8Array<ArrayBuffer>)
  })
  for (const { name, body } of files) {
    // Word files are already compressed.
    const file = name.endsWith('.docx') ? new ZipPassThrough(name) : new ZipDeflate(name)
    archive.add(file)
    file.push(new Uint8Array(await body.arrayBuffer()), true)
  }
  archive.end()
  return new Blob(parts, { type: 'application/zip' })
}
