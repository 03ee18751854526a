import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../config.ts'
import { fingerprintOf } from '../core/secrets.ts'
import { secretBytes, secretFormOf } from '../encryption/secret-form.ts'
import { readKeyFile } from '../installation-secret.ts'
import { findFingerprint } from './database.ts'
import { failed, notConfigured, ok, reasonOf, type Finding } from './finding.ts'

/** The key that seals what the database holds of other services: there, whole, private, and that of the database. */
export const checkKey = (config: Config): Promise<Finding> =>
  config.keyFile === null
    ? checkOwnKey(path.join(config.dataDir, 'secret-key'))
    : checkGivenKey(config, config.keyFile)

/** One that a platform mounts may be its group's, which is how containers get at it. */
async function checkGivenKey(config: Config, file: string): Promise<Finding> {
  let key: Buffer
  try {
    key = await readKeyFile(file)
  } catch (error) {
    const reason = reasonOf(error)
    return reason === 'Error'
      ? failed(`${file} holds no key`, 'openssl rand -base64 32 makes one, once for all processes.')
      : failed(`${file} cannot be read (${reason})`, reason === 'ENOENT' ? nameRight : readable)
  }
  const sealedWith = await findFingerprint(config)
  if (sealedWith !== null && sealedWith !== fingerprintOf(key)) {
    return failed(
      `${file} holds another key than the one that the database is sealed with`,
      'Give this process the key of the others, or the new one where it was exchanged since (deploy/rotate-key.md).',
    )
  }
  return (await isOpenTo(file, 0o007)) ?? ok(`${file}, the same for every process`)
}

const nameRight =
  'There is no such file: name the one that holds the key in EARSHOT_KEY_FILE, or mount it there.'
const readable = 'Give it to the user that the service runs as.'

/** Why these others, as bits of its mode, should not read it; null where they cannot. */
async function isOpenTo(file: string, others: number): Promise<Finding | null> {
  const { mode } = await stat(file)
  if (process.platform === 'win32' || (mode & others) === 0) return null
  return failed(`${file} can be read by other users`, `chmod go-rwx ${file}`)
}

/** That of a data folder. */
async function checkOwnKey(file: string): Promise<Finding> {
  let content: Buffer
  try {
    content = await readFile(file)
  } catch (error) {
    const reason = reasonOf(error)
    return reason === 'ENOENT'
      ? notConfigured('there is none yet; the first start makes one')
      : failed(`${file} cannot be read (${reason})`, readable)
  }
  const form = secretFormOf(content)
  // Sealed it is longer.
  if (content.length < secretBytes) {
    return failed(
      `${file} has ${content.length} bytes, and needs ${secretBytes}`,
      'Put the right file back: another one opens nothing that this one sealed.',
    )
  }
  const state = form === 'plain' ? 'readable by this user alone' : `sealed (${form})`
  return (await isOpenTo(file, 0o077)) ?? ok(state)
}
