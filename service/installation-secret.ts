import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { ignoreMissing } from './blobs/durable-file.ts'
import type { Log } from './core/log.ts'
import { writePrivateFile } from './core/private-file.ts'
import { SecretKeyUnusable } from './db/open-errors.ts'
import type { Keychain, LibraryKeys } from './encryption/library-key.ts'
import {
  fromKeychain,
  secretBytes,
  secretFormOf,
  toKeychainForm,
  type SecretForm,
} from './encryption/secret-form.ts'
import { openBytes, sealBytes } from './encryption/sealed-file.ts'

/** What the file is sealed with: the first of them that there is. */
type Sealing = {
  /** Of an encrypted library. */
  libraryKeys: Pick<LibraryKeys, 'files'> | null
  /** The system's, and whether the secret is kept sealed with it. */
  keychain: Keychain | null
  usesKeychain: boolean
}

/**
 * The installation's secret, 32 bytes made once: from it come the keys of core/secrets.ts. Throws SecretKeyUnusable where
 * it is gone and `mayMake` is not set, or cannot be opened: a new one would open nothing that the old one sealed
 * (reliability.md B-6). On the disk it lies sealed by whatever there is to seal it with (reliability.md B-5).
 */
export async function readOrMakeSecret(
  dataDir: string,
  { mayMake, log, ...sealing }: Sealing & { mayMake: boolean; log: Log },
): Promise<Buffer> {
  const file = path.join(dataDir, 'secret-key')
  const found = await readFile(file).catch(refuseFolder)
  if (!found && !mayMake) throw new SecretKeyUnusable(secretIsGone)
  const secret = found ? await openSecret(found, sealing) : randomBytes(secretBytes)
  const form = found && secretFormOf(found)
  if (form === wantedForm(sealing)) return secret
  const sealed = await seal(secret, sealing, log)
  // The same where the keychain refused.
  if (secretFormOf(sealed) !== form) await writePrivateFile(file, sealed)
  return secret
}

/** Undefined where there is none. */
function refuseFolder(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'EISDIR') throw new SecretKeyUnusable(secretIsFolder, { cause: error })
  ignoreMissing(error)
}

/**
 * The secret of a shared installation: 32 bytes, as they are or in Base64 or hexadecimal, such as
 * `openssl rand -base64 32` prints. Rejects where the file holds anything else.
 */
export async function readKeyFile(file: string): Promise<Buffer> {
  const bytes = await readFile(file)
  if (bytes.length === secretBytes) return bytes
  const text = bytes.toString('latin1').trim()
  const encoding = /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64'
  const secret = Buffer.from(text, encoding)
  if (
    secret.length === secretBytes &&
    secret.toString(encoding).toLowerCase() === text.toLowerCase()
  )
    return secret
  throw new Error('EARSHOT_KEY_FILE must hold 32 bytes: openssl rand -base64 32 makes such a file')
}

const wantedForm = ({ libraryKeys, keychain, usesKeychain }: Sealing): SecretForm =>
  libraryKeys ? 'library' : keychain && usesKeychain ? 'keychain' : 'plain'

async function openSecret(found: Buffer, { libraryKeys, keychain }: Sealing): Promise<Buffer> {
  const form = secretFormOf(found)
  if (form === 'plain') return found
  if (form === 'keychain') {
    // No damage: the app opens the same library.
    if (!keychain) throw new Error(secretIsInKeychain)
    const secret = await fromKeychain(keychain, found)
    if (!secret) throw new SecretKeyUnusable(keychainHasNone)
    return secret
  }
  if (!libraryKeys) throw new SecretKeyUnusable(secretIsDamaged)
  try {
    return openBytes(libraryKeys.files, found)
  } catch (error) {
    throw new SecretKeyUnusable(secretIsDamaged, { cause: error })
  }
}

/** As it is where a keychain refuses: the service works, and the next start tries again. */
async function seal(
  secret: Buffer,
  { libraryKeys, keychain, usesKeychain }: Sealing,
  log: Log,
): Promise<Buffer> {
  if (libraryKeys) return sealBytes(libraryKeys.files, secret)
  if (!keychain || !usesKeychain) return secret
  try {
    const sealed = await toKeychainForm(keychain, secret)
    const opened = await fromKeychain(keychain, sealed)
    if (opened?.equals(secret)) return sealed
    log.warn('the keychain does not give back what it seals: secret-key stays readable')
  } catch (error) {
    log.warn({ err: error }, 'the keychain refuses: secret-key stays readable')
  }
  return secret
}

const secretIsDamaged = 'The file secret-key in the data folder is damaged; restore it.'
const secretIsFolder =
  'In the data folder secret-key is a folder, and should be a file: move it elsewhere, and put the file back from a copy.'
const secretIsInKeychain =
  'The file secret-key in the data folder is sealed by the system’s keychain, which only the desktop app can reach: ' +
  'start the app. Started once with EARSHOT_SECRET_KEY_IN_KEYCHAIN=false, it leaves the key readable for a service ' +
  'without it.'
const keychainHasNone =
  'The system’s keychain does not open the file secret-key in the data folder: the keychain is locked, or was emptied, ' +
  'or the folder comes from another machine.'
const secretIsGone =
  'The file secret-key in the data folder is gone. It opens what the library has sealed: secrets of webhooks, ' +
  'keys of model servers. Put it back from a copy of the folder, or start once with ' +
  'EARSHOT_REPLACE_SECRET_KEY=true and set those secrets anew.'
