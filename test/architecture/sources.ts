import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

export const root = path.join(import.meta.dirname, '../..')

/** Every file that is or would be committed, relative to the root, with forward slashes. */
export function projectFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  return listed.split('\n').filter((file) => file !== '' && existsSync(path.join(root, file)))
}

export const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')

const isCode = (file: string) => /^(main|renderer|service|models|test)\/.*\.tsx?$/.test(file)
const isGenerated = (file: string) => file.startsWith('service/client/generated/')

/** The code that people write here. */
export const codeFiles = (): string[] =>
  projectFiles().filter((file) => isCode(file) && !isGenerated(file))

const parsed = new Map<string, ts.SourceFile>()

/** The syntax of a file, whose nodes know their parents; read once for all tests. */
export function parse(file: string): ts.SourceFile {
  const source =
    parsed.get(file) ?? ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true)
  parsed.set(file, source)
  return source
}

/** What a file imports, exports from or loads on demand; types too. */
export function importsOf(file: string): string[] {
  const { importedFiles } = ts.preProcessFile(read(file), true, true)
  return importedFiles.map(({ fileName }) => fileName)
}

/** The doors that package.json opens; by them the project's own files enter, too. */
const doors: Readonly<Record<string, string>> = { 'earshot/client': 'service/client/index.ts' }

/** The project's own files among them, relative to the root. */
export const ownImportsOf = (file: string): string[] =>
  importsOf(file).flatMap((name) => {
    if (name.startsWith('.')) return path.posix.join(path.posix.dirname(file), name)
    return doors[name] ?? []
  })
