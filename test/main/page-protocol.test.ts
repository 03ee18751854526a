import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerPage, pageAddress } from '../../main/page-protocol.ts'

let outside = ''
let folder = ''
beforeAll(async () => {
  outside = await mkdtemp(path.join(tmpdir(), 'earshot-pages-'))
  folder = path.join(outside, 'renderer')
  await mkdir(path.join(folder, 'assets'), { recursive: true })
  const page = '<meta property="csp-nonce" nonce="__EARSHOT_NONCE__"><div id="root"></div>'
  await writeFile(path.join(folder, 'index.html'), page)
  await writeFile(path.join(folder, 'assets/main-1.js'), 'export {}')
  for (const name of ['secret.js', 'secret.html', 'renderer.js']) {
    await writeFile(path.join(outside, name), 'SECRET')
  }
  await symlink(path.join(outside, 'secret.js'), path.join(folder, 'assets/link.js'))
})
afterAll(() => rm(outside, { recursive: true, force: true }))

const ask = (url: string, method = 'GET') =>
  answerPage({ folder, service: () => 'http://127.0.0.1:4777' }, { url, method })

test('the page, its files and nothing else are served', async () => {
  const page = await ask(pageAddress)
  expect(page.status).toBe(200)
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  const script = await ask(`${pageAddress}assets/main-1.js`)
  expect(await script.text()).toBe('export {}')
  expect((await ask(`${pageAddress}assets/none.js`)).status).toBe(404)
  expect((await ask(pageAddress, 'POST')).status).toBe(404)
})

test('each answer has a nonce of its own, in the page and in its policy', async () => {
  const nonces = await Promise.all(
    [1, 2].map(async () => {
      const answer = await ask(pageAddress)
      const nonce = /nonce="([\w-]+)"/.exec(await answer.text())?.[1]
      expect(answer.headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`)
      return nonce
    }),
  )
  expect(nonces[0]).not.toBe(nonces[1])
})

test('the page may call and play from its own service only', async () => {
  const policy = (await ask(pageAddress)).headers.get('content-security-policy') ?? ''
  expect(policy).toContain("connect-src 'self' http://127.0.0.1:4777;")
  expect(policy).toContain("media-src 'self' blob: http://127.0.0.1:4777;")
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toMatch(/unsafe|\*/)
})

const up = ['..', '%2e%2e', '%2E%2e', '.%2e', '%252e%252e', '..%00', '%c0%ae%c0%ae', '．．']
const slashes = ['/', '%2f', '\\', '%5c', '%255c']
/** 40 ways up, one for each pair, and ten of other kinds. */
const traversals = [
  ...up.flatMap((dots) =>
    slashes.map(
      (slash) => `app://earshot/app/assets${slash}${dots}${slash}${dots}${slash}secret.js`,
    ),
  ),
  'app://earshot/secret.js',
  'app://earshot/app/../secret.js',
  'app://earshot/app/assets/link.js',
  'app://other/app/secret.js',
  'app://earshot@other/app/secret.js',
  'file:///etc/passwd',
  'app://earshot/app//etc/passwd.js',
  'app://earshot/app/C:/Windows/win.js',
  'app://earshot/app/secret.js::$DATA',
  'app://earshot/app/../renderer.js',
]

test('50 ways out of the folder: none leads to a file (reliability.md E-3)', async () => {
  expect(new Set(traversals).size).toBe(50)
  const answers = await Promise.all(traversals.map((url) => ask(url)))
  expect(answers.map(({ status }) => status).filter((status) => status !== 404)).toEqual([])
  expect(await Promise.all(answers.map((answer) => answer.text()))).not.toContain('SECRET')
})
