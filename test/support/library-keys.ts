import { deriveLibraryKeys } from '../../service/encryption/library-key.ts'

/** The least that a stored passphrase may cost: an eighth of what it costs people. */
export const testPassphraseCost = 1 << 14

/** The keys of a library that is encrypted in tests. */
export const testKeys = deriveLibraryKeys(Buffer.alloc(32, 'a key for tests'))
