import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { receiverSamples } from '../../../../renderer/features/webhooks/receiver-samples.ts'
import { signedEvent } from '../../../support/signed-event.ts'

const programs: Record<string, { command: string; file: string }> = {
  JavaScript: { command: process.execPath, file: 'receiver.mjs' },
  Python: { command: 'python3', file: 'receiver.py' },
}

let child: ChildProcess | undefined
let folder = ''
afterEach(async () => {
  if (child?.exitCode === null) {
    child.kill()
    await once(child, 'exit')
  }
  await rm(folder, { recursive: true, force: true })
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || address === null) throw new Error('It listens on no port.')
  return address.port
}

for (const { language, text } of receiverSamples) {
  const { command, file } = programs[language] ?? { command: '', file: '' }
  const isHere = spawnSync(command, ['--version']).status === 0
  if (!isHere)
    process.stderr.write(`SKIPPED: the ${language} sample, because ${command} is not here.\n`)

  test.skipIf(!isHere)(
    `the ${language} sample takes what is signed and refuses the rest`,
    async () => {
      const { secret, body, headers } = signedEvent()
      const port = await freePort()
      folder = await mkdtemp(path.join(tmpdir(), 'earshot-sample-'))
      await writeFile(path.join(folder, file), text)
      child = spawn(command, [path.join(folder, file)], {
        env: { ...process.env, NODE_OPTIONS: '', PORT: String(port), SECRET: secret },
        stdio: 'ignore',
      })
      const send = async (change: Record<string, string> = {}, sent = body) => {
        const init = { method: 'POST', headers: { ...headers, ...change }, body: sent }
        return (await fetch(`http://127.0.0.1:${port}/`, init)).status
      }
      await expect.poll(() => send().catch(() => 0), { timeout: 20_000 }).toBe(204)
      expect(await send({}, `${body} `)).toBe(401)
      expect(
        await send({ 'webhook-timestamp': String(Math.floor(Date.now() / 1_000) - 400) }),
      ).toBe(401)
      expect(await send({ 'webhook-signature': 'v1,abc' })).toBe(401)
      const both = `v1,${'A'.repeat(43)}= ${headers['webhook-signature']}`
      expect(await send({ 'webhook-signature': both })).toBe(204)
    },
  )
}
