/** The built-in analyser against what careful readers listed. */
import { describe, expect, test } from 'vitest'

import { createExtractive } from '../../../service/engine/extractive/extractive.ts'
import { addScore, emptyScore, rate, referenceTalks } from './reference-set.ts'

const writer = createExtractive()
// In other languages it tells of none of these.
const talks = referenceTalks().filter(({ language }) => language === 'en')

const sets = [
  { name: 'talks that the rules were made with', isHeldOut: false, least: 14 },
  { name: 'talks that were kept back', isHeldOut: true, least: 4 },
]

describe.each(sets)('$name', ({ isHeldOut, least }) => {
  const own = talks.filter(({ held_out }) => (held_out ?? false) === isHeldOut)

  test('claims were said where they say so, and most of what is listed is found', async () => {
    expect(own.length).toBeGreaterThanOrEqual(least)
    const score = emptyScore()
    for (const talk of own) await addScore(score, talk, writer)
    const missed = score.misses.join('\n')
    expect(rate(score.evidence), missed).toBeGreaterThanOrEqual(0.9)
    expect(rate(score.actionsFound), missed).toBeGreaterThanOrEqual(0.6)
    expect(rate(score.actionsRight), missed).toBeGreaterThanOrEqual(0.7)
    expect(rate(score.owners), missed).toBeGreaterThanOrEqual(0.8)
    expect(rate(score.dues), missed).toBeGreaterThanOrEqual(0.75)
    expect(rate(score.topicsFound), missed).toBeGreaterThanOrEqual(0.6)
    expect(rate(score.answers), missed).toBeGreaterThanOrEqual(0.8)
    expect(rate(score.openFound), missed).toBeGreaterThanOrEqual(0.6)
    expect(rate(score.objectionsFound), missed).toBeGreaterThanOrEqual(0.6)
    expect(rate(score.responses), missed).toBeGreaterThanOrEqual(0.7)
  })
})
