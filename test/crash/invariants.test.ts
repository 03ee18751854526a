import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Project } from '../support/path-client.ts'
import { startServiceProcess, type ServiceProcess } from '../support/service-process.ts'
import { act } from './actor.ts'
import { checkInvariants } from './invariants.ts'
import { createRandom, type Item, type Ledger } from './ledger.ts'

// A crash test that cannot fail proves nothing: each promise is broken here by hand and noticed.
const entry = path.join(import.meta.dirname, '../support/serve-with-scripted-engine.ts')
let dataDir = ''
let service: ServiceProcess
let ledger: Ledger

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'earshot-invariants-'))
  service = await startServiceProcess(dataDir, {}, entry)
  const { id } = await service.client.post<Project>('/v1/projects', { name: 'Crash test' })
  ledger = { projectId: id, promptId: '', items: [], keys: [] }
  for (const name of ['announce', 'announce', 'createKey'] as const) {
    await act[name](service.client, ledger, createRandom(1))
  }
})
afterAll(async () => {
  await service?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const check = (known: Ledger) => checkInvariants(service, dataDir, known)
const withFirst = (change: Partial<Item>): Ledger => ({
  ...ledger,
  items: ledger.items.map((item, index) => (index === 0 ? { ...item, ...change } : item)),
})

test('an honest ledger and an untouched folder pass', async () => {
  await check(ledger)
})

test('an acknowledged item that is not there is noticed', async () => {
  await expect(check(withFirst({ id: 'cont_lost' }))).rejects.toThrow('(1) cont_lost')
})

test('an acknowledged analysis that is not there is noticed', async () => {
  await expect(check(withFirst({ analyses: new Set(['ana_lost']) }))).rejects.toThrow(
    '(1) ana_lost',
  )
})

test('an item that came back after its deletion is noticed', async () => {
  await expect(check(withFirst({ removed: 'acknowledged' }))).rejects.toThrow('(7)')
})

test('bytes other than those sent are noticed', async () => {
  await expect(check(withFirst({ sha256: 'another' }))).rejects.toThrow('(2) the bytes')
})

test('a revoked key that still works is noticed', async () => {
  const keys = ledger.keys.map((key) => ({ ...key, revoked: 'acknowledged' as const }))
  await expect(check({ ...ledger, keys })).rejects.toThrow('(8)')
})

test('a file without a row, and a file that is gone, are noticed', async () => {
  const folder = path.join(dataDir, 'recordings')
  const orphan = path.join(folder, 'cont_orphan')
  await writeFile(orphan, randomBytes(10))
  await expect(check(ledger)).rejects.toThrow('(2) files without a row')
  await rm(orphan)
  const [first] = await readdir(folder)
  await rm(path.join(folder, first ?? ''))
  await expect(check(ledger)).rejects.toThrow('(2) rows without their file')
})

test('a temporary file that was left is noticed', async () => {
  await writeFile(path.join(dataDir, 'incoming/left.part'), '')
  await expect(check(ledger)).rejects.toThrow('(11)')
})
