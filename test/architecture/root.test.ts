import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { projectFiles, root } from './sources.ts'

const expected = [
  'LICENSE',
  'README.md',
  'electron-builder.yml',
  'main',
  'models',
  'package-lock.json',
  'package.json',
  'renderer',
  'service',
  'test',
  'tsconfig.json',
]
const dotfiles = ['.ci', '.gitattributes', '.github', '.gitignore', '.npmrc', '.nvmrc']
const toolConfigs = ['.editorconfig', '.knip.jsonc', '.oxfmtrc.json', '.oxlintrc.json', '.vscode']

test('the top level holds what the house lists and nothing else', () => {
  const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
  const entries = [...new Set(tracked.split('\n').map((file) => file.split('/')[0] ?? ''))]
  const plain = entries.filter((entry) => entry !== '' && !entry.startsWith('.'))
  expect(plain.toSorted()).toEqual(expected)
  const dots = entries.filter((entry) => entry.startsWith('.'))
  expect(dots.filter((entry) => ![...dotfiles, ...toolConfigs].includes(entry))).toEqual([])
})

test('every top folder explains itself', () => {
  const files = projectFiles()
  const missing = ['main', 'models', 'renderer', 'service', 'test'].filter(
    (folder) => !files.includes(`${folder}/README.md`),
  )
  expect(missing).toEqual([])
})
