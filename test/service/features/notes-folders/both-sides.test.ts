import { expect, onTestFinished, test } from 'vitest'
import { isNightly, perChange } from '../../../support/nightly.ts'
import { openMirror } from './mirror-model.ts'

/** A run that failed is seen again by its seed. */
const seeds = isNightly ? [1, 2, 3] : [1]

test.each(seeds)(
  'nothing of either side is lost, whatever both change',
  { timeout: perChange(240_000, 1_800_000) },
  async (seed) => {
    const mirror = await openMirror(seed)
    onTestFinished(mirror.end)
    for (let step = 0; step < perChange(30, 1_000); step++) {
      await mirror.change()
      if (step % 20 === 14) expect(await mirror.differences(), mirror.history()).toEqual([])
    }
    expect(await mirror.differences(), mirror.history()).toEqual([])
  },
)
