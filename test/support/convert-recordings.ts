/** Converts the recordings of a data folder, so that a test can kill it: convert-recordings.ts DIR KEY FORM. */
import { createBlobs } from '../../service/blobs/blobs.ts'
import { deriveLibraryKeys } from '../../service/encryption/library-key.ts'

const [dataDir = '', key = '', form] = process.argv.slice(2)
const keys = deriveLibraryKeys(Buffer.from(key, 'hex'))
const blobs = createBlobs({ dataDir, keys, freeBytes: async () => Infinity })
process.stdout.write('begins\n')
await blobs.conversion?.run(form === 'plain' ? 'plain' : 'sealed', new AbortController().signal)
process.stdout.write('ends\n')
