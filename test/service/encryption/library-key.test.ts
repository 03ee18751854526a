import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import {
  deriveLibraryKeys,
  LibraryKeyDamaged,
  libraryKeyFiles,
  makeLibraryKeyFile,
  newLibraryKey,
  openLibraryKey,
  readLibraryKeyFile,
  replaceLock,
  writeLibraryKeyFile,
  type Keychain,
} from '../../../service/encryption/library-key.ts'
import { newRecoveryCode, readRecoveryCode } from '../../../service/encryption/recovery-code.ts'
import { temporaryFolder } from '../../support/folders.ts'
import { testPassphraseCost } from '../../support/library-keys.ts'

const passphrase = 'four words make one'

test('each lock opens the key, and nothing else does', async () => {
  const key = newLibraryKey()
  const code = newRecoveryCode()
  const openers = [{ passphrase }, { recovery_code: code }, { keychain: reversing }]
  const file = await makeLibraryKeyFile(key, openers, testPassphraseCost)
  for (const opener of openers) expect(await openLibraryKey(file, opener)).toEqual(key)
  const typed = code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')
  expect(await openLibraryKey(file, { recovery_code: typed })).toEqual(key)
  expect(await openLibraryKey(file, { passphrase: 'four words make two' })).toBeNull()
  expect(await openLibraryKey(file, { passphrase: code })).toBeNull()
  expect(await openLibraryKey(file, { recovery_code: newRecoveryCode() })).toBeNull()
})

test('a passphrase costs who tries it 128 MB of memory', async () => {
  const key = newLibraryKey()
  const [strong] = (await makeLibraryKeyFile(key, [{ passphrase }])).locks
  expect(strong).toMatchObject({ kdf: 'scrypt', cost: 131_072, block_size: 8 })
})

test('a changed passphrase leaves the other locks', async () => {
  const key = newLibraryKey()
  const code = newRecoveryCode()
  const made = await makeLibraryKeyFile(
    key,
    [{ passphrase }, { recovery_code: code }],
    testPassphraseCost,
  )
  const file = await replaceLock(made, key, { passphrase: 'another one' }, testPassphraseCost)
  expect(file.id).toBe(made.id)
  expect(await openLibraryKey(file, { passphrase })).toBeNull()
  expect(await openLibraryKey(file, { passphrase: 'another one' })).toEqual(key)
  expect(await openLibraryKey(file, { recovery_code: code })).toEqual(key)
})

test('the file comes back as it was written, holds no key, and is refused where it is damaged', async () => {
  const folder = await temporaryFolder()
  expect(await readLibraryKeyFile(folder)).toBeNull()
  const key = newLibraryKey()
  const made = await makeLibraryKeyFile(key, [{ passphrase }], testPassphraseCost)
  await writeLibraryKeyFile(folder, made)
  expect(await readLibraryKeyFile(folder)).toEqual(made)
  const [file, copy] = libraryKeyFiles.map((name) => path.join(folder, name)) as [string, string]
  const text = await readFile(file, 'utf8')
  expect(await readFile(copy, 'utf8')).toBe(text)
  for (const form of ['base64', 'base64url', 'hex'] as const)
    expect(text).not.toContain(key.toString(form))
  // One of the two is enough.
  await writeFile(file, text.slice(0, -20))
  expect(await readLibraryKeyFile(folder)).toEqual(made)
  await rm(file)
  expect(await readLibraryKeyFile(folder)).toEqual(made)
  for (const damaged of ['', '{}', text.slice(0, -20)]) {
    await writeFile(copy, damaged)
    await expect(readLibraryKeyFile(folder)).rejects.toThrow(LibraryKeyDamaged)
  }
})

test('every purpose has a key of its own, the same each time', () => {
  const key = newLibraryKey()
  const keys = Object.values(deriveLibraryKeys(key)).map((one: Buffer) => one.toString('hex'))
  expect(new Set(keys.map((one) => one.slice(0, 64))).size).toBe(keys.length)
  expect(deriveLibraryKeys(key)).toEqual(deriveLibraryKeys(key))
  expect(deriveLibraryKeys(key).log).toHaveLength(64)
})

test('a recovery code is six groups of four, and reads as it was written', () => {
  const code = newRecoveryCode()
  expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}$/)
  expect(readRecoveryCode(code)).toBe(code)
  expect(readRecoveryCode('ab1l 0Oi-')).toBe('AB11-001')
})

/** Stands for the system's: it seals by turning the bytes round. */
const reversing: Keychain = {
  seal: async (secret) => Buffer.from(secret.toReversed()),
  open: async (sealed) => Buffer.from(sealed.toReversed()),
}
