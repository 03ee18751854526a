import { readdir } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { create } from 'tar'

/** The names that a backup has. */
const known =
  /^(manifest\.json|tables\/[a-z_]{1,63}\.jsonl\.gz(\.sealed)?|recordings\/cont_[0-9a-z]{26}(\.json|\.key)?)$/

/** A backup as one file: a tar of its folder, the manifest first. Reads as it is taken. */
export async function packBackup(folder: string): Promise<Readable> {
  const found = await readdir(folder, { recursive: true })
  const names = found.map((name) => name.replaceAll('\\', '/')).filter((name) => known.test(name))
  const options = { cwd: folder, portable: true, strict: true, filter: asOwnFile }
  return Readable.from(create(options, names.toSorted()))
}

/** Two names of the same bytes are two files: of an entry that is a link, tar writes no bytes, and it fails at those. */
function asOwnFile(_name: string, found: { nlink?: number }): boolean {
  found.nlink = 1
  return true
}
