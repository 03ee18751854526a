import { safeStorage, type UtilityProcess } from 'electron'
import { Type, type Static } from 'typebox'
import type { KeychainReport, KeychainRequest } from '../service/shell-keychain.ts'
import { checkOf } from './schema-check.ts'

const isRequest = checkOf(
  Type.Object({
    type: Type.Enum(['keychain.seal', 'keychain.open']),
    id: Type.Integer({ minimum: 1 }),
    bytes: Type.String({ maxLength: 4_096, pattern: '^[A-Za-z0-9+/]*={0,2}$' }),
  }),
) satisfies (message: unknown) => message is KeychainRequest

/** Whether the system keeps secrets: without a keyring, Linux would only hide them in a file. */
export const hasKeychain = (): boolean =>
  safeStorage.isEncryptionAvailable() &&
  (process.platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text')

/** Seals and opens the key of an encrypted library for the service. */
export function serveKeychain(service: UtilityProcess): void {
  let isGone = false
  service.once('exit', () => (isGone = true))
  service.on('message', (message: unknown) => {
    if (!isRequest(message) || isGone) return
    const { id } = message
    const report: Static<typeof KeychainReport> = {
      type: 'keychain.done',
      id,
      bytes: carryOut(message),
    }
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a process, not a window
    service.postMessage(report)
  })
}

/** Null where the keychain refuses, such as one that a system update has emptied. */
function carryOut({ type, bytes }: KeychainRequest): string | null {
  try {
    if (type === 'keychain.seal') return safeStorage.encryptString(bytes).toString('base64')
    return safeStorage.decryptString(Buffer.from(bytes, 'base64'))
  } catch {
    return null
  }
}
