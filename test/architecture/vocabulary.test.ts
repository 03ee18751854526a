import path from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { codeFiles, parse, projectFiles, read } from './sources.ts'

// Words that this project used before it took the field's: service/docs/glossary.md has those. They
// stay out of names of files and code, and the unmistakable ones out of comments.

const inNames: Readonly<Record<string, string>> = {
  hear: 'transcribe',
  hears: 'transcribes',
  heard: 'transcribed, recognized, detected',
  hearing: 'transcription',
  hearings: 'transcriptions',
  ear: 'transcriber',
  piece: 'chunk, or token of a vocabulary',
  pieces: 'chunks, or tokens of a vocabulary',
  stretch: 'span',
  stretches: 'spans',
  wish: 'options, or request',
  wishes: 'options, or request',
  wished: 'requested',
  nearness: 'similarity',
  pen: 'grammar sampler',
  leftovers: 'orphans',
  vault: 'OPFS store',
  door: 'connection',
  bands: 'mel filterbank',
  deliverer: 'outbox worker',
}
const names = /(standBack|giveWay|sealText|sealPlace|openPlace|handIn)(?![a-z])/i
const typeNames = /^(Needs|Place|Take|KeptTake)$/
const fileNames = /(stand-back|give-way|hand-in|due-store|delivery-store|kept-take|live-ear)/

/** What keeps an old word, and why. */
const allowed: Readonly<Record<string, string>> = {
  heard_as: 'the name of a field on the wire and in stored JSON',
  hearLiveWords: 'the id of an operation of /v1, and so a name in everybody’s client',
  secret_unreadable: 'an error code that is stored with deliveries',
  hearingImpaired: 'a name of mediabunny, for a version of a track',
  UserPen: 'an icon of lucide-react',
  heardAs: 'the text of the field heard_as',
  heardOf: 'the text of the field heard_as',
}

/** Names in one file alone that keep an old word, and why. */
const allowedIn: Readonly<Record<string, readonly string[]>> = {
  'service/engine/diarization/onnx-models.ts': ['bands'], // the name of an input in CAM++’s file
  'service/engine/pipeline/transcribe-tracks.ts': ['stretch'], // in the key of parts that are stored
  'service/cli/program.ts': ['hear'], // the command’s name until 0.1, still taken
  'renderer/i18n/de/transcripts.ts': ['heard'], // a text’s key: recordings can be heard by people
  'renderer/i18n/en/transcripts.ts': ['heard'],
}

const files = codeFiles().filter((file) => file !== 'test/architecture/vocabulary.test.ts')
const partsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[ _-]/)

const isReplaced = (name: string): boolean =>
  !Object.hasOwn(allowed, name) &&
  (partsOf(name).some((part) => Object.hasOwn(inNames, part)) ||
    names.test(name) ||
    typeNames.test(name))

/** Every identifier in a file that bears a replaced word, as `file:line name`. */
function findNames(file: string): string[] {
  const source = parse(file)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && isReplaced(node.text) && !allowedIn[file]?.includes(node.text)) {
      const { line } = source.getLineAndCharacterOfPosition(node.end)
      found.push(`${file}:${line + 1} ${node.text}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

test('identifiers bear the field’s words', () => {
  expect(files.flatMap(findNames)).toEqual([])
})

test('files are named by the field’s words', () => {
  const wrong = files.filter((file) => {
    const words = path.posix.basename(file).split(/[-.]/)
    return words.some((word) => Object.hasOwn(inNames, word)) || fileNames.test(file)
  })
  expect(wrong).toEqual([])
})

// People hear, too; in a comment these speak of an engine.
const inComments =
  /\b(hearings?|re-?heard|heard (again|once|anew|channel|track|part)|nearness|stand-?back|leftovers|a stretch|stretches of|wished( for)?|deliverer|kept take)\b/i

test('comments bear them, too', () => {
  const wrong = files.flatMap((file) =>
    commentsOf(file).flatMap(({ line, text }) =>
      inComments.test(text) ? [`${file}:${line} ${text.trim()}`] : [],
    ),
  )
  expect(wrong).toEqual([])
})

/** The lines of a file’s comments, as far as a scanner of whole lines finds them. */
function commentsOf(file: string): { line: number; text: string }[] {
  return read(file)
    .split('\n')
    .map((text, index) => ({ line: index + 1, text }))
    .filter(({ text }) => /^\s*(\/\/|\/?\*)|\s\/\/ /.test(text))
}

test('what is allowed is still used', () => {
  const code = files.map((file) => read(file)).join('\n')
  expect(Object.keys(allowed).filter((name) => !code.includes(name))).toEqual([])
})

test('SQL of new migrations has its keywords in upper case', () => {
  const migrations = projectFiles().filter((file) => /migrations\/\d{4}-.*\.sql$/.test(file))
  // Merged ones are never edited.
  const since = migrations.filter((file) => Number(path.posix.basename(file).slice(0, 4)) > 23)
  const wrong = since.filter((file) =>
    read(file)
      .replaceAll(/--.*$/gm, '')
      .replaceAll(/'[^']*'/g, '')
      .match(/\b(select|insert|update|delete|create|alter|drop|from|where|table)\b/),
  )
  expect(wrong).toEqual([])
})
