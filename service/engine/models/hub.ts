/** The hub that language models come from, by its API: what a file is, before anything of it is fetched. */
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { fetch, type Response } from 'undici'
import { DownloadError, reasonOf } from './download.ts'

const usualHub = 'https://huggingface.co'

/** A file of the hub by its name, such as `hf:Qwen/Qwen3-4B-GGUF/Qwen3-4B-Q4_K_M.gguf`. */
export type HubName = { repo: string; file: string }

export type HubFile = HubName & {
  bytes: number
  sha256: string
  licence: string
  /** The commit that these facts are of, and that the file is fetched from. */
  revision: string
}

export type HubOptions = { hub: string | null; signal: AbortSignal }

const part = '[A-Za-z0-9][A-Za-z0-9._-]*'
const nameForm = new RegExp(`^(?:hf:)?(${part}/${part})/((?:${part}/)*${part}\\.gguf)$`, 'i')

/** Reads `hf:owner/repo/file.gguf`, with or without `hf:`; undefined where the text is no such name. */
export function parseHubName(text: string): HubName | undefined {
  const [, repo, file] = nameForm.exec(text.trim()) ?? []
  return repo === undefined || file === undefined ? undefined : { repo, file }
}

const Facts = Type.Object({
  sha: Type.String({ pattern: '^[0-9a-f]{40}$' }),
  cardData: Type.Optional(
    Type.Union([
      Type.Null(),
      Type.Object({
        license: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())])),
        license_name: Type.Optional(Type.String()),
      }),
    ]),
  ),
  siblings: Type.Array(
    Type.Object({
      rfilename: Type.String(),
      lfs: Type.Optional(
        Type.Union([
          Type.Null(),
          Type.Object({
            sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
            size: Type.Integer({ minimum: 1 }),
          }),
        ]),
      ),
    }),
  ),
})

/** Where a file of the hub is fetched from, at the commit that was looked at. */
export const hubUrl = (
  { repo, file, revision }: Pick<HubFile, 'repo' | 'file' | 'revision'>,
  hub: string | null,
): string => `${baseOf(hub)}/${repo}/resolve/${revision}/${encodePath(file)}`

const baseOf = (hub: string | null): string => (hub ?? usualHub).replace(/\/+$/, '')
const encodePath = (file: string): string => file.split('/').map(encodeURIComponent).join('/')

/**
 * Reads size, licence and SHA-256 of a file from the hub, and sees that it is GGUF and given to everybody. Throws a
 * `DownloadError` that says what to do.
 */
export async function readHubFile(name: HubName, options: HubOptions): Promise<HubFile> {
  const response = await ask(`${baseOf(options.hub)}/api/models/${name.repo}?blobs=true`, options)
  await requireOffered(response, name)
  const facts: unknown = await response.json().catch(() => null)
  if (!Value.Check(Facts, facts)) {
    throw new DownloadError('unreachable', 'The hub answered in a form that is not known here.')
  }
  const sibling =
    facts.siblings.find(({ rfilename }) => rfilename === name.file) ??
    facts.siblings.find(({ rfilename }) => rfilename.toLowerCase() === name.file.toLowerCase())
  if (!sibling?.lfs) {
    const others = facts.siblings.map(({ rfilename }) => rfilename).filter(isWeights)
    throw new DownloadError(
      'not_offered',
      `${name.repo} has no file ${name.file}. It has: ${others.slice(0, 12).join(', ') || 'no GGUF'}.`,
    )
  }
  const { sha256, size } = sibling.lfs
  const file = {
    ...{ repo: name.repo, file: sibling.rfilename, revision: facts.sha },
    ...{ bytes: size, sha256, licence: licenceOf(facts.cardData) },
  }
  await requireGguf(file, options)
  return file
}

const isWeights = (file: string): boolean => /\.gguf$/i.test(file)

function licenceOf(card: { license?: string | string[]; license_name?: string } | null = null) {
  const [licence = 'unknown'] = [card?.license ?? []].flat()
  return licence === 'other' ? (card?.license_name ?? licence) : licence
}

/** Asks for the first bytes: what is not given to everybody, or is not GGUF, is told before gigabytes come. */
async function requireGguf(file: HubFile, options: HubOptions): Promise<void> {
  const response = await ask(hubUrl(file, options.hub), options, { range: 'bytes=0-3' })
  await requireOffered(response, file)
  let first = Buffer.alloc(0)
  for await (const chunk of response.body ?? []) {
    first = Buffer.concat([first, chunk])
    // The loop's end lets go of the rest where the server sends more.
    if (first.length >= 4) break
  }
  if (first.subarray(0, 4).toString('latin1') === 'GGUF') return
  throw new DownloadError('wrong_format', `${file.file} is not GGUF; other formats are not read.`)
}

async function ask(
  url: string,
  { signal }: HubOptions,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(url, { headers, signal }).catch((error: unknown) => {
    signal.throwIfAborted()
    throw new DownloadError('unreachable', `The hub cannot be reached: ${reasonOf(error)}`)
  })
}

async function requireOffered(response: Response, { repo }: HubName): Promise<void> {
  const { status, ok } = response
  if (ok) return
  await response.body?.cancel()
  if (status === 401 || status === 403) {
    throw new DownloadError(
      'access_required',
      `The hub gives ${repo} only to those who sign in and accept its terms, or has no such model. ` +
        'Choose another one, or accept them there and connect a program that has it.',
    )
  }
  const text = status === 404 ? `The hub has no ${repo}.` : `The hub answered ${status}.`
  throw new DownloadError(status === 404 ? 'not_offered' : 'unreachable', text)
}
