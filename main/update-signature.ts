import { createHash, createPublicKey, verify } from 'node:crypto'
import { createReadStream } from 'node:fs'
import path from 'node:path'

/** An update with our own signature, besides each system's code signing (reliability.md E-7). */
export type Update = { file: string; name: string; version: string; signature: string }

export type Installed = { version: string; platform: string; publicKey: string }

/**
 * The text that an update's signature covers: it is valid for one file, version and system only.
 */
export const updateStatement = (facts: {
  sha512: string
  version: string
  platform: string
  name: string
}): Buffer =>
  Buffer.from(
    ['earshot update 1', facts.sha512, facts.version, facts.platform, facts.name].join('\n'),
  )

/** `linux-x64`. An installer for one system is not an update for another. */
export const thisPlatform = (): string => `${process.platform}-${process.arch}`

/**
 * Why a downloaded file must not be installed, or null. Checks the file itself, not its metadata.
 */
export async function whyRefused(update: Update, installed: Installed): Promise<string | null> {
  const { file, name, version, signature } = update
  if (!isNewer(version, installed.version)) return 'It is not newer than the installed version.'
  if (name !== path.basename(name) || name === '') return 'Its name is not that of a file.'
  if (!/^[\w+/]{86}==$/.test(signature)) return 'It carries no signature.'
  const sha512 = await hashOf(file)
  const statement = updateStatement({ sha512, version, platform: installed.platform, name })
  const key = createPublicKey(installed.publicKey)
  if (key.asymmetricKeyType !== 'ed25519') return 'The key of this app is not of the right kind.'
  const isSigned = verify(null, statement, key, Buffer.from(signature, 'base64'))
  return isSigned ? null : 'Its signature is not by the makers of Earshot, for this system.'
}

export async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha512')
  for await (const chunk of createReadStream(file)) hash.update(chunk)
  return hash.digest('hex')
}

/** True if `version` is newer than `other`; only plain versions such as 1.20.3 can be newer. */
export function isNewer(version: string, other: string): boolean {
  const [next, now] = [version, other].map((text) => /^(\d+)\.(\d+)\.(\d+)$/.exec(text)?.slice(1))
  if (!next || !now) return false
  const at = next.findIndex((part, index) => Number(part) !== Number(now[index]))
  return at >= 0 && Number(next[at]) > Number(now[at])
}
