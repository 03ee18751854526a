import path from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { codeFiles, parse, read } from './sources.ts'

const files = codeFiles()

test('files and folders are named in kebab-case', () => {
  const wrong = files.filter((file) =>
    file.split('/').some((part) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*$/.test(part)),
  )
  expect(wrong).toEqual([])
})

test('no file only passes on what others export', () => {
  const barrels = files.filter((file) => {
    const { statements } = parse(file)
    return statements.length > 0 && statements.every(isPassingOn)
  })
  expect(barrels).toEqual([])
})

test('the page names recordings by their titles, files only where a file is meant', () => {
  const ofFiles = [
    'renderer/features/content/bulk-works.ts', // the files of an export
    'renderer/features/content/details-dialog.tsx',
    'renderer/features/content/upload-file.ts',
    'renderer/features/orphans/orphan-list.tsx',
    'renderer/features/projects/watched-folders.tsx', // files without a recording
    'renderer/features/search/hit-list.tsx', // whether the words stand in a file's name
    'renderer/features/transcripts/export-menu.tsx',
    'renderer/pages/recording-facts.tsx',
  ]
  const naming = files.filter(
    (file) =>
      file.startsWith('renderer/') && !file.includes('/i18n/') && /\bfilename\b/.test(read(file)),
  )
  expect(naming).toEqual(ofFiles)
})

test('exports have names, except where a tool reads the default', () => {
  const wrong = files
    .filter((file) => !path.basename(file).endsWith('.config.ts'))
    .filter((file) => parse(file).statements.some(isDefaultExport))
  expect(wrong).toEqual([])
})

test('words that promise nothing name no file', () => {
  const vague = /(^|[-/])(utils?|helpers?|manager|common|misc|base)(-|\.|\/|$)/
  expect(files.filter((file) => vague.test(file))).toEqual([])
})

const isPassingOn = (statement: ts.Statement): boolean =>
  ts.isExportDeclaration(statement) && statement.moduleSpecifier !== undefined

function isDefaultExport(statement: ts.Statement): boolean {
  if (ts.isExportAssignment(statement)) return true
  if (!ts.canHaveModifiers(statement)) return false
  return (
    ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword) ?? false
  )
}
