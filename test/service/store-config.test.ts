import { expect, test } from 'vitest'
import { readConfig } from '../../service/config.ts'

const store = { EARSHOT_S3_ENDPOINT: 'https://s3.example.org', EARSHOT_S3_BUCKET: 'calls' }
const amazon = { EARSHOT_S3_BUCKET: 'calls', EARSHOT_S3_REGION: 'eu-central-1' }

test('recordings lie in the data folder, unless a bucket is named', () => {
  expect(readConfig({}).store).toBeNull()
  const [own, theirs] = [readConfig(store).store, readConfig(amazon).store]
  expect(own).toMatchObject({ region: 'us-east-1', isPathStyle: true, credentials: null })
  expect(theirs).toMatchObject({ endpoint: null, region: 'eu-central-1', isPathStyle: false })
})

test.each([
  [{ EARSHOT_S3_ENDPOINT: 'https://s3.example.org' }, 'EARSHOT_S3_BUCKET must name'],
  [{ EARSHOT_S3_BUCKET: 'calls' }, 'EARSHOT_S3_REGION must name'],
  [{ ...store, EARSHOT_S3_ACCESS_KEY_ID: 'key' }, 'must both be set, or neither'],
  [{ ...store, EARSHOT_S3_SECRET_ACCESS_KEY: 'secret' }, 'must both be set, or neither'],
  [{ ...store, EARSHOT_S3_ENDPOINT: 's3.example.org' }, 'EARSHOT_S3_ENDPOINT must be an address'],
  [{ ...store, EARSHOT_S3_PUBLIC_ENDPOINT: 'https://x/calls' }, 'EARSHOT_S3_PUBLIC_ENDPOINT must'],
  [{ ...store, EARSHOT_S3_PATH_STYLE: 'yes' }, 'EARSHOT_S3_PATH_STYLE must be true or false'],
  [{ ...store, EARSHOT_S3_SERVER_SIDE_ENCRYPTION: 'on' }, 'must be AES256 or aws:kms'],
  [{ ...store, EARSHOT_S3_KMS_KEY_ID: 'key' }, 'EARSHOT_S3_KMS_KEY_ID needs'],
])('a store that is half described says what is missing: %o', (env, problem) => {
  expect(() => readConfig(env)).toThrow(problem)
})
