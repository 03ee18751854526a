import { createSecretKey, randomBytes } from 'node:crypto'
import { closeSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { MountedFiles, MountedNode } from '../../../service/db/mounted-files.ts'
import { sealFiles } from '../../../service/db/sealed-files.ts'
import {
  cipherSpill,
  openLog,
  openPage,
  sealedFormOf,
  sealedPageBytes,
  sealLog,
  sealPage,
} from '../../../service/db/sealed-form.ts'
import { temporaryFolder } from '../../support/folders.ts'

const newKey = (bytes: number) => createSecretKey(randomBytes(bytes))
const keys = { pages: newKey(32), log: newKey(64) }
const pageBytes = 8_192

test('every file that can hold a word has a sealed form', () => {
  const forms = {
    'global/1262': 'pages',
    'base/5/16384': 'pages',
    'base/5/16384.1': 'pages',
    'base/5/16384_fsm': 'pages',
    'base/5/16384_vm': 'pages',
    'base/5/16384_init': 'pages',
    'base/5/t3_16384': 'pages',
    'pg_wal/0000000100000000000003C5': 'log',
    'pg_wal/xlogtemp.42': 'blank',
    'base/pgsql_tmp/pgsql_tmp42.0': 'spill',
    'base/pgsql_tmp/pgsql_tmp42.0.fileset/i0of1.p0.0': 'spill',
    'base/pgsql_tmp': null,
    'global/pg_control': null,
    'global/pg_filenode.map': null,
    'base/5/pg_internal.init': null,
    'base/5/PG_VERSION': null,
    'pg_xact/0000': null,
  }
  for (const [file, form] of Object.entries(forms)) expect(sealedFormOf(file), file).toBe(form)
})

test('a page opens at its own place alone, with its own key, unchanged', () => {
  const page = randomBytes(pageBytes)
  const sealed = Buffer.alloc(sealedPageBytes)
  sealPage(keys, ['base/5/16384', 7], page, sealed)
  const opened = Buffer.alloc(pageBytes)
  expect(openPage(keys, ['base/5/16384', 7], sealed, opened)).toBe(true)
  expect(opened.equals(page)).toBe(true)
  opened.fill(1)
  expect(openPage(keys, ['base/5/16384', 8], sealed, opened)).toBe(false)
  expect(openPage(keys, ['base/5/16385', 7], sealed, opened)).toBe(false)
  const other = { ...keys, pages: newKey(32) }
  expect(openPage(other, ['base/5/16384', 7], sealed, opened)).toBe(false)
  for (const at of [0, pageBytes - 1, pageBytes, pageBytes + 27]) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(openPage(keys, ['base/5/16384', 7], changed, opened), String(at)).toBe(false)
  }
  expect(opened.every((byte) => byte === 1)).toBe(true)
})

test('of a log page that was written in part, each sector is as it was before or after', () => {
  const place = ['pg_wal/0000000100000000000003C5', 5 * pageBytes] as const
  const records = randomBytes(6_000)
  const before = Buffer.concat([records.subarray(0, 3_000), Buffer.alloc(pageBytes - 3_000)])
  const after = Buffer.concat([records, Buffer.alloc(pageBytes - 6_000)])
  const blank = Buffer.alloc(pageBytes)
  for (const old of [blank, before]) {
    const [sealedOld, sealedNew] = [sealLog(keys, place, old), sealLog(keys, place, after)]
    for (let cut = 0; cut <= pageBytes; cut += 512) {
      for (const [first, second] of [
        [sealedOld, sealedNew],
        [sealedNew, sealedOld],
      ] as const) {
        const torn = openLog(
          keys,
          place,
          Buffer.concat([first.subarray(0, cut), second.subarray(cut)]),
        )
        const [head, tail] = first === sealedOld ? [old, after] : [after, old]
        const expected = Buffer.concat([head.subarray(0, cut), tail.subarray(cut)])
        expect(Buffer.compare(torn, expected)).toBe(0)
      }
    }
  }
})

test('no page of the log is sealed as another one', () => {
  const bytes = Buffer.alloc(3 * pageBytes, 7)
  const one = sealLog(keys, ['pg_wal/0000000100000000000003C5', 0], bytes)
  const two = sealLog(keys, ['pg_wal/0000000100000000000003C6', 0], bytes)
  const blocks = [one, two].flatMap((sealed) =>
    [0, 1, 2].map((page) => Buffer.from(sealed).subarray(page * pageBytes, page * pageBytes + 16)),
  )
  expect(new Set(blocks.map((block) => block.toString('hex'))).size).toBe(6)
})

test('any part of a spilled file can be read', () => {
  const [key, id, bytes] = [randomBytes(32), randomBytes(8), randomBytes(1_000)]
  const sealed = cipherSpill(key, [id, 0], bytes)
  for (const [from, to] of [
    [0, 1_000],
    [16, 48],
    [5, 7],
    [333, 999],
  ] as const) {
    const part = cipherSpill(key, [id, from], sealed.subarray(from, to))
    expect(Buffer.compare(part, bytes.subarray(from, to))).toBe(0)
  }
})

test('a request that PostgreSQL never makes fails rather than pass wrong bytes', async () => {
  const node = { name: '16384', parent: parentOf(['base', '5']) }
  const nfd = openSync(path.join(await temporaryFolder(), '16384'), 'w+')
  onTestFinished(() => closeSync(nfd))
  const files = filesOf(nfd)
  sealFiles(files, keys)
  const { stream_ops: streams } = files.FS.filesystems.NODEFS
  const stream = { nfd, node }
  const pages = randomBytes(3 * pageBytes)
  expect(streams.write(stream, pages, 0, pages.length, 0)).toBe(pages.length)
  expect(fstatSync(nfd).size).toBe(3 * sealedPageBytes)
  expect(streams.getattr(stream).size).toBe(3 * pageBytes)
  expect(streams.llseek(stream, 0, 2)).toBe(3 * pageBytes)
  const read = Buffer.alloc(4 * pageBytes)
  expect(streams.read(stream, read, 0, read.length, pageBytes)).toBe(2 * pageBytes)
  expect(read.subarray(0, 2 * pageBytes).equals(pages.subarray(pageBytes))).toBe(true)
  for (const [length, position] of [
    [pageBytes, 100],
    [100, 0],
  ] as const) {
    expect(() => streams.read(stream, read, 0, length, position)).toThrow('29')
    expect(() => streams.write(stream, pages, 0, length, position)).toThrow('29')
  }
  expect(() => streams.setattr(stream, { size: 100 })).toThrow('29')
  streams.setattr(stream, { size: pageBytes })
  expect(fstatSync(nfd).size).toBe(sealedPageBytes)
  // Grown without being written, as PostgreSQL does to be quick.
  streams.setattr(stream, { size: 2 * pageBytes })
  expect(streams.read(stream, read, 0, pageBytes, pageBytes)).toBe(pageBytes)
  expect(read.subarray(0, pageBytes).every((byte) => byte === 0)).toBe(true)

  const blank = { nfd, node: { name: 'xlogtemp.42', parent: parentOf(['pg_wal']) } }
  expect(() => streams.write(blank, pages, 0, pageBytes, 0)).toThrow('29')
})

function parentOf(names: string[]): MountedNode {
  const root = { name: '/' } as MountedNode
  root.parent = root
  return names.reduce((parent, name) => ({ name, parent }), root)
}

/** What Emscripten does with an open file. */
function filesOf(nfd: number): MountedFiles {
  const attributes = () => ({ size: fstatSync(nfd).size, mode: 0 })
  const setSize = ({ size }: { size?: number }) => size !== undefined && ftruncateSync(nfd, size)
  return {
    FS: {
      ErrnoError: class extends Error {
        constructor(errno: number) {
          super(String(errno))
        }
      },
      lookupNode: (parent, name) => ({ parent, name }),
      destroyNode: () => {},
      filesystems: {
        NODEFS: {
          realPath: () => '',
          stream_ops: {
            read: (_stream, ...call) => readSync(nfd, ...call),
            write: (_stream, ...call) => writeSync(nfd, ...call),
            getattr: attributes,
            setattr: (_stream, wanted) => void setSize(wanted),
            llseek: (_stream, offset) => offset,
          },
          node_ops: {
            getattr: attributes,
            setattr: (_node, wanted) => void setSize(wanted),
            mknod: (parent, name) => ({ parent, name }),
            unlink: () => {},
          },
        },
      },
    },
  }
}
