/** Where a store keeps the recordings, in place of a folder: anything that speaks Amazon's S3. */
export type S3Settings = Readonly<{
  /** Null: Amazon's own of the region. */
  endpoint: string | null
  /** Under which browsers and other programs reach it; null where that is the same. */
  publicEndpoint: string | null
  bucket: string
  region: string
  /** Null takes what the environment has: variables, a profile, a role of the machine or container. */
  credentials: Readonly<{ accessKeyId: string; secretAccessKey: string }> | null
  /** The bucket in the path of an address, and not in the host's name. */
  isPathStyle: boolean
  /** How the store encrypts what it keeps; null leaves that to the bucket. */
  encryption: 'AES256' | 'aws:kms' | null
  /** The key for `aws:kms`; null takes that of the account. */
  kmsKeyId: string | null
}>

/** Why a process that shares its work needs one. */
export const lackOfStore = (role: string): string =>
  `EARSHOT_ROLE=${role} needs EARSHOT_S3_BUCKET: the other processes could not read recordings in this one's data folder`
