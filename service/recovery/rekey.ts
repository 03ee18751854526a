import { mkdir, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { copyLasting } from '../backup/copy-file.ts'
import { ignoreMissing } from '../blobs/durable-file.ts'
import { recordingsIn } from '../blobs/recording-folders.ts'
import { keyFileOf } from '../blobs/recording-keys.ts'
import { sidecarFileOf } from '../blobs/sidecar.ts'
import { writeFlushed } from '../core/write-flushed.ts'
import { fsyncTree } from '../db/fsync-tree.ts'
import {
  libraryKeyFiles,
  writeLibraryKeyFile,
  type LibraryKeyFile,
  type LibraryKeys,
} from '../encryption/library-key.ts'
import { secretFormOf } from '../encryption/secret-form.ts'
import { openBytes, SealBroken, sealBytes } from '../encryption/sealed-file.ts'
import { convertLibraryDatabase, type ConversionTools } from './encrypt.ts'
import { copyBesides, resealBesides } from './reseal-besides.ts'
import { openRestoring, type Swap } from './swap.ts'

type Options = ConversionTools & {
  dataDir: string
  /** Those of the library as it is, and the ones that it gets. */
  keys: LibraryKeys
  next: LibraryKeys
  /** From 0 to 1. */
  onProgress: (progress: number) => void
}

const changed = ['database', 'secret-key', 'recordings', ...libraryKeyFiles]

/**
 * Makes an encrypted library that is closed anew in `restoring/` under another library key, and says how to put it in
 * place: one key or the other opens all of it, at any moment. Each recording gets another key of its own; the sound
 * itself, under a second name of the same bytes where the disk can, is sealed with that once the library is open.
 */
export async function prepareRekeyed(
  { dataDir, keys, next, onProgress, ...tools }: Options,
  file: LibraryKeyFile,
): Promise<Swap> {
  const target = await openRestoring(dataDir)
  const how = { open: keys, seal: next }
  await convertLibraryDatabase(dataDir, target, { how, tools }, (done) => onProgress(done * 0.7))
  await writeFlushed(path.join(target, 'secret-key'), await resealSecret(dataDir, keys, next))
  const bringing = { from: keys, to: next, isRekeyed: true }
  const damaged = await bringFolder(
    { from: path.join(dataDir, 'recordings'), to: path.join(target, 'recordings') },
    bringing,
    (done) => onProgress(0.7 + done * 0.3),
  )
  await fsyncTree(path.join(target, 'recordings'))
  await writeLibraryKeyFile(target, file)
  // What could not be opened stays with what may open it.
  return { aside: changed, bring: changed, isKept: damaged > 0 }
}

async function resealSecret(dataDir: string, from: LibraryKeys, to: LibraryKeys): Promise<Buffer> {
  const secret = await readFile(path.join(dataDir, 'secret-key'))
  // Another form gets the library's at the next start.
  if (secretFormOf(secret) !== 'library') return secret
  return sealBytes(to.files, openBytes(from.files, secret))
}

type Bringing = Parameters<typeof resealBesides>[2]

/** All that lies in it, what is none of ours too. Resolves with how many recordings have a damaged key. */
async function bringFolder(
  { from, to }: { from: string; to: string },
  bringing: Bringing,
  onProgress: (progress: number) => void = () => {},
): Promise<number> {
  await mkdir(to, { mode: 0o700 })
  const entries = (await readdir(from, { withFileTypes: true }).catch(ignoreMissing)) ?? []
  const ids = recordingsIn(entries.map(({ name }) => name))
  const besides = new Set(ids.flatMap((id) => [keyFileOf(id), sidecarFileOf(id)]))
  const isRecording = new Set(ids)
  let damaged = 0
  for (const [at, entry] of entries.entries()) {
    const place = { from: path.join(from, entry.name), to: path.join(to, entry.name) }
    if (entry.isDirectory()) damaged += await bringFolder(place, bringing)
    else if (isRecording.has(entry.name)) damaged += await bringRecording(place, bringing)
    else if (!besides.has(entry.name)) await copyLasting(place.from, place.to, null)
    onProgress((at + 1) / entries.length)
  }
  return damaged
}

/** 1 where its key is damaged: then it is brought as it is. */
async function bringRecording(
  { from, to }: { from: string; to: string },
  bringing: Bringing,
): Promise<number> {
  await copyLasting(from, to, null)
  try {
    await resealBesides(from, to, bringing)
    return 0
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error
    await copyBesides(from, to)
    return 1
  }
}
