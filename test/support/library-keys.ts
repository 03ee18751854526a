import { deriveLibraryKeys } from '../../service/encryption/library-key.ts'

/** The keys of a library that is encrypted in tests. */
export const testKeys = deriveLibraryKeys(Buffer.alloc(32, 'a key for tests'))
