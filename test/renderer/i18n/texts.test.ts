import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { de } from '../../../renderer/i18n/de/de.ts'
import { team as germanTeam } from '../../../renderer/i18n/de/team.ts'
import { en } from '../../../renderer/i18n/en/en.ts'
import { team } from '../../../renderer/i18n/en/team.ts'
import { codeFiles } from '../../architecture/sources.ts'

type Text = { key: string; text: string }

function textsOf(value: unknown, key = ''): Text[] {
  if (typeof value === 'string') return [{ key, text: value }]
  return Object.entries(value ?? {}).flatMap(([name, inner]) => textsOf(inner, `${key}/${name}`))
}

const english = textsOf(en)
const german = new Map(textsOf(de).map(({ key, text }) => [key, text]))

/** What is put in, and the tags that are put around: {{count}}, <1>. */
const holesOf = (text: string): string[] =>
  [...text.matchAll(/\{\{[^}]*\}\}|<\/?\w+>/g)].map(([hole]) => hole).toSorted()

test('every English text has a German one with the same places to fill in', () => {
  const missing = english.filter(({ key }) => !german.get(key)?.trim())
  expect(missing.map(({ key }) => key)).toEqual([])
  const different = english.filter(
    ({ key, text }) => `${holesOf(text)}` !== `${holesOf(german.get(key) ?? '')}`,
  )
  expect(different.map(({ key }) => key)).toEqual([])
  expect(german.size).toBe(english.length)
})

test('the texts of a team’s server fill in the same places as those that they are laid over', () => {
  for (const [language, over, under] of [
    ['en', team, en],
    ['de', germanTeam, de],
  ] as const) {
    const others = new Map(textsOf(under).map(({ key, text }) => [key, text]))
    const different = textsOf(over).filter(
      ({ key, text }) => `${holesOf(text)}` !== `${holesOf(others.get(key) ?? '')}`,
    )
    expect(different, language).toEqual([])
  }
  // What is recorded does come to the reader's own machine first.
  const here = /this (machine|computer)|diese[mrs]? (Gerät|Rechner)(?! geschrieben)/
  const wrong = [...textsOf(team), ...textsOf(germanTeam)].filter(({ text }) => here.test(text))
  expect(wrong).toEqual([])
})

test('German says Sie and no English sentence is left in it', () => {
  // Two words beside what is put in; one alone may be the same in both, such as "Version 3".
  const isSentence = (text: string) =>
    /\p{L}{2}.* .*\p{L}{2}/u.test(text.replaceAll(/\{\{[^}]*\}\}/g, '').trim())
  const same = english.filter(({ key, text }) => isSentence(text) && german.get(key) === text)
  expect(same.map(({ key }) => key)).toEqual([])
  const familiar = [...german].filter(([, text]) => /\b(du|dein\w*|dir|dich)\b/i.test(text))
  expect(familiar).toEqual([])
})

test('every text is used', () => {
  const code = codeFiles()
    .filter((file) => file.startsWith('renderer/') && !file.startsWith('renderer/i18n/'))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  const quoted = new Set([...code.matchAll(/'([\w.]+)'/g)].map(([, word]) => word))
  const unused = english.filter(({ key }) => {
    const [, name = '', ...rest] = key.split('/')
    const leaf = rest.join('.').replace(/_(one|other)$/, '')
    const parent = leaf.split('.').slice(0, -1).join('.')
    return (
      !quoted.has(leaf) &&
      !code.includes(`${name}:${leaf}`) &&
      // A key made of its group and a name, as in t(`states.${status}`).
      !(parent !== '' && (code.includes(`\`${parent}.`) || code.includes(`${name}:${parent}.`)))
    )
  })
  expect(unused.map(({ key }) => key)).toEqual([])
})
