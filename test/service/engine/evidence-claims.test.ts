import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { findEvidence } from '../../../service/engine/evidence.ts'
import { segmentsOf, type ReferenceTalk } from './reference-set.ts'

// Claims about real and written talks, as a language model words them: true ones that must be borne
// out, and false ones with another number, name or day, with a denial turned round, or made up.

type Claims = { talk: string; true: string[]; false: string[] }

const file = new URL('../../fixtures/evidence-claims.json', import.meta.url)
const sets = JSON.parse(readFileSync(file, 'utf8')) as Claims[] // our own file
const read = (name: string): ReferenceTalk =>
  JSON.parse(readFileSync(new URL(`../../fixtures/analysis/${name}.json`, import.meta.url), 'utf8'))

function isSupported({ talk: name }: Claims, claim: string): boolean {
  const talk = read(name)
  const { evidence } = findEvidence(
    { claim },
    { segments: segmentsOf(talk), language: talk.language, schema: { type: 'object' } },
  )
  return '/claim' in evidence
}

function measure(chosen: readonly Claims[]) {
  const missed = chosen.flatMap((set) => set.true.filter((claim) => !isSupported(set, claim)))
  const believed = chosen.flatMap((set) => set.false.filter((claim) => isSupported(set, claim)))
  const all = chosen.reduce((sum, set) => sum + set.true.length, 0)
  const found = all - missed.length
  const precision = found / (found + believed.length)
  return { precision, recall: found / all, missed, believed }
}

test('of the claims it believes at least nine in ten are true, and it knows nine in ten of those', () => {
  const { precision, recall, believed, missed } = measure(sets)
  expect(precision, `believed: ${believed.join(' | ')}`).toBeGreaterThanOrEqual(0.9)
  expect(recall, `missed: ${missed.join(' | ')}`).toBeGreaterThanOrEqual(0.9)
})
