import { NoSuchBucket, NoSuchKey, S3ServiceException } from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { isMissingObject, toStoreError } from '../../../service/blobs/s3/s3-errors.ts'

const told = (name: string, httpStatusCode: number) =>
  new S3ServiceException({ name, message: name, $fault: 'server', $metadata: { httpStatusCode } })

test.each([
  ['InsufficientStorage', 507, 'insufficient_storage'],
  ['XMinioStorageFull', 507, 'insufficient_storage'],
  ['QuotaExceeded', 403, 'insufficient_storage'],
  ['SlowDown', 503, 'storage_unavailable'],
  ['InternalError', 500, 'storage_unavailable'],
  ['AccessDenied', 403, 'storage_unavailable'],
])('%s, %i, is %s', (name, status, code) => {
  expect(toStoreError(told(name, status))).toMatchObject({ code })
})

test('a connection that breaks is worth another try', () => {
  const broken = Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })
  expect(toStoreError(broken)).toMatchObject({ code: 'storage_unavailable' })
})

test('an object that is not there is no failure; a bucket that is not there is one', () => {
  const facts = { message: '', $metadata: { httpStatusCode: 404 } }
  expect(isMissingObject(new NoSuchKey(facts))).toBe(true)
  expect(isMissingObject(new NoSuchBucket(facts))).toBe(false)
  expect(toStoreError(new NoSuchBucket(facts))).toMatchObject({ code: 'storage_unavailable' })
})
