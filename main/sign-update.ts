import { createPrivateKey, sign } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { hashOf, thisPlatform, updateStatement } from './update-signature.ts'

export type Release = { file: string; version: string; platform: string }

/**
 * Signs an installer; returns the base64 signature for `earshotSignatures` in its update manifest.
 */
export async function signUpdate(release: Release, privateKey: string): Promise<string> {
  const { file, version, platform } = release
  const facts = { sha512: await hashOf(file), version, platform, name: path.basename(file) }
  return sign(null, updateStatement(facts), createPrivateKey(privateKey)).toString('base64')
}

// node main/sign-update.ts KEY.pem INSTALLER VERSION, on the system that the installer is for.
if (import.meta.main) {
  const [key = '', file = '', version = ''] = process.argv.slice(2)
  const platform = thisPlatform()
  const signature = await signUpdate({ file, version, platform }, await readFile(key, 'utf8'))
  process.stdout.write(`earshotSignatures:\n  ${path.basename(file)}: ${signature}\n`)
}
