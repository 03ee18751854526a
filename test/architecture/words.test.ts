import { expect, test } from 'vitest'
import { projectFiles, read } from './sources.ts'

const isText = (file: string) => !/\.(bin|onnx|mp3|wav|png|ico|icns|gguf)$/.test(file)
const own = 'test/architecture/words.test.ts'
const files = projectFiles().filter((file) => isText(file) && file !== own)

/** `file:line` of every match outside `except`. */
function findAll(pattern: RegExp, except: readonly string[] = []): string[] {
  return files
    .filter((file) => !except.some((start) => file.startsWith(start)))
    .flatMap((file) =>
      read(file)
        .split('\n')
        .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}`] : [])),
    )
}

test('no file names a place on one person’s machine', () => {
  expect(findAll(/(?<![\w.])\/(home|root|Users|work|workspace)\/[\w.]/)).toEqual([])
  expect(findAll(/[A-Z]:\\\\?Users\\/)).toEqual([])
})

test('no key or secret is committed', () => {
  // Keys for tests are made at run time (reliability.md A-4).
  expect(findAll(/\b[sp]k_live_[A-Za-z0-9]{30,}/)).toEqual([])
  expect(findAll(/\bwhsec_[A-Za-z0-9+/]{32,}/)).toEqual([])
  expect(findAll(/-----BEGIN [A-Z ]*PRIVATE KEY-----/)).toEqual([])
})

test('nothing chooses where packages come from', () => {
  const places = /\b(registry|_authToken|index-url|GOPROXY)\s*=/
  expect(findAll(places)).toEqual([])
})

test('the product speaks to known addresses only', () => {
  // Nothing leaves the machine: each host here is an example, a namespace, this machine, or a
  // place that the owner asks for by installing a model.
  const known = [
    /^127\.0\.0\.1$/,
    /^localhost$/,
    /(^|\.)example\.(org|com|net)$/,
    /^www\.w3\.org$/,
    /^json-schema\.org$/,
    /^github\.com$/, // sources and licences in comments and catalogues
    /^huggingface\.co$/, // weights, fetched on request
    /^(www\.)?apache\.org$/,
    /^creativecommons\.org$/,
  ]
  const isProduct = /^(main|renderer|service(?!\/client\/generated)|models)\/.*\.(ts|tsx|json)$/
  const product = files.filter((file) => isProduct.test(file))
  const unknown = product.flatMap((file) =>
    [...read(file).matchAll(/https?:\/\/([a-zA-Z0-9][a-zA-Z0-9.-]*)/g)]
      .map(([, host]) => host ?? '')
      .filter((host) => host.includes('.') && !known.some((pattern) => pattern.test(host)))
      .map((host) => `${file}: ${host}`),
  )
  expect([...new Set(unknown)]).toEqual([])
})
