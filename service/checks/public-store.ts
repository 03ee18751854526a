import type { S3Access } from '../blobs/s3/s3-access.ts'
import type { Config } from '../config.ts'
import { failed, reasonOf, warning, type Finding } from './finding.ts'

type Options = { key: string; publicBaseUrl: Config['publicBaseUrl']; signal: AbortSignal }

/**
 * Whether a page gets at the store: by an address that is signed as those of recordings are, for an object that is
 * there. Null where it does, or nobody elsewhere is to.
 */
export async function checkPublicStore(
  { library, publicClient, settings }: S3Access,
  { key, publicBaseUrl, signal }: Options,
): Promise<Finding | null> {
  if (publicBaseUrl === null && settings.publicEndpoint === null) return null
  const command = new library.GetObjectCommand({ Bucket: settings.bucket, Key: key })
  const address = new URL(await library.getSignedUrl(publicClient, command, { expiresIn: 60 }))
  const where = `${address.origin}, where pages are sent for recordings,`
  // What the page does before it sends a recording (Fetch standard, CORS preflight).
  const origin = publicBaseUrl === null ? null : new URL(publicBaseUrl).origin
  let isCalledByPages = true
  try {
    const answer = await fetch(address, { signal, redirect: 'manual' })
    await answer.arrayBuffer()
    if (answer.status !== 200) {
      return failed(`${where} does not give what was written (${answer.status})`, passItOn)
    }
    if (origin !== null) {
      const headers = { origin, 'access-control-request-method': 'PUT' }
      const asked = { ...headers, 'access-control-request-headers': 'content-type' }
      const allowed = await fetch(address, { method: 'OPTIONS', headers: asked, signal })
      await allowed.arrayBuffer()
      const to = allowed.headers.get('access-control-allow-origin')
      isCalledByPages = to === '*' || to === origin
    }
  } catch (error) {
    return failed(`${where} does not answer (${reasonOf(error)})`, reachIt)
  }
  if (publicBaseUrl?.startsWith('https:') && address.protocol === 'http:') {
    return warning(`${where} is not encrypted: browsers refuse that to an https page`, encryptIt)
  }
  if (isCalledByPages) return null
  return warning(`${where} does not let pages of ${origin} call it`, allowPages)
}

const reachIt =
  'Give the address at which browsers reach the store in EARSHOT_S3_PUBLIC_ENDPOINT; look whether its name resolves here.'
const passItOn =
  'Let the proxy before the store pass everything on as it is: path, query and Host are signed.'
const encryptIt =
  'Give an https address of the store, behind a proxy with a certificate, in EARSHOT_S3_PUBLIC_ENDPOINT.'
const allowPages =
  'Set CORS of the bucket for that origin with GET, HEAD and PUT: service/docs/configuration.md.'
