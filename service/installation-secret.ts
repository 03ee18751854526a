import { randomBytes, randomUUID } from 'node:crypto'
import { readFile, rename } from 'node:fs/promises'
import path from 'node:path'
import type { Log } from './core/log.ts'
import { writeFlushed } from './core/write-flushed.ts'
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
  const found = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (!found && !mayMake) throw new SecretKeyUnusable(secretIsGone)
  const secret = found ? await openSecret(found, sealing) : randomBytes(secretBytes)
  if (!found) await writeSecret(file, await seal(secret, sealing, log))
  else if (secretFormOf(found) !== wantedForm(sealing)) {
    // Where the keychain refuses, it stays as it was.
    const sealed = await seal(secret, sealing, log)
    if (secretFormOf(sealed) !== secretFormOf(found)) await writeSecret(file, sealed)
  }
  return secret
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
async function seal(secret: Buffer, sealing: Sealing, log: Log): Promise<Buffer> {
  const { libraryKeys, keychain } = sealing
  if (libraryKeys) return sealBytes(libraryKeys.files, secret)
  if (!keychain || wantedForm(sealing) === 'plain') return secret
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

/** Mode 0600, and whole or not at all. */
async function writeSecret(file: string, bytes: Buffer): Promise<void> {
  const part = `${file}.${randomUUID()}.part`
  await writeFlushed(part, bytes)
  await rename(part, file)
}

const secretIsDamaged = 'The file secret-key in the data folder is damaged; restore it.'
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
