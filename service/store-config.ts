import type { S3Settings } from './blobs/s3/settings.ts'

const encryptions = ['AES256', 'aws:kms'] as const

/**
 * The store of the recordings as the environment sets it, for config.ts; null where it sets none. Adds what is wrong
 * to `problems`.
 */
export function readStore(env: NodeJS.ProcessEnv, problems: string[]): S3Settings | null {
  const names = Object.keys(env).filter((name) => name.startsWith('EARSHOT_S3_') && env[name])
  const [first] = names
  if (first === undefined) return null
  const get = (name: string): string | null => env[`EARSHOT_S3_${name}`] || null
  const bucket = get('BUCKET')
  if (bucket === null) {
    problems.push(`EARSHOT_S3_BUCKET must name the bucket of the recordings, as ${first} is set`)
  }
  const [endpoint, publicEndpoint] = ['ENDPOINT', 'PUBLIC_ENDPOINT'].map((name) => {
    const address = get(name)
    if (address === null || isOrigin(address)) return address
    problems.push(`EARSHOT_S3_${name} must be an address such as https://s3.example.org`)
    return null
  })
  const [accessKeyId, secretAccessKey] = [get('ACCESS_KEY_ID'), get('SECRET_ACCESS_KEY')]
  if ((accessKeyId === null) !== (secretAccessKey === null)) {
    problems.push(
      'EARSHOT_S3_ACCESS_KEY_ID and EARSHOT_S3_SECRET_ACCESS_KEY must both be set, or neither',
    )
  }
  const region = get('REGION') ?? (env['AWS_REGION'] || null)
  if (region === null && !endpoint) {
    problems.push(
      'EARSHOT_S3_REGION must name the region of the bucket, or EARSHOT_S3_ENDPOINT be set',
    )
  }
  const pathStyle = get('PATH_STYLE') ?? String(Boolean(endpoint))
  if (!['true', 'false'].includes(pathStyle)) {
    problems.push('EARSHOT_S3_PATH_STYLE must be true or false')
  }
  const asked = get('SERVER_SIDE_ENCRYPTION')
  const encryption = encryptions.find((one) => one === asked) ?? null
  if (asked !== null && encryption === null) {
    problems.push(`EARSHOT_S3_SERVER_SIDE_ENCRYPTION must be ${encryptions.join(' or ')}`)
  }
  const kmsKeyId = get('KMS_KEY_ID')
  if (kmsKeyId !== null && encryption !== 'aws:kms') {
    problems.push('EARSHOT_S3_KMS_KEY_ID needs EARSHOT_S3_SERVER_SIDE_ENCRYPTION=aws:kms')
  }
  return Object.freeze({
    ...{ endpoint: endpoint ?? null, publicEndpoint: publicEndpoint ?? null },
    bucket: bucket ?? '',
    // Stores with an address of their own take any, and this is what most are set to.
    region: region ?? 'us-east-1',
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null,
    isPathStyle: pathStyle === 'true',
    ...{ encryption, kmsKeyId },
  })
}

function isOrigin(address: string): boolean {
  const url = URL.parse(address)
  return /^https?:$/.test(url?.protocol ?? '') && url?.pathname === '/' && url.search === ''
}
