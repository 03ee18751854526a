/**
 * `npm run nightly` repeats and lengthens what `npm test` samples with each change: 200 kills, every
 * recording, every mutant, libraries of full size.
 */
export const isNightly = process.env['EARSHOT_NIGHTLY'] === '1'

/** How often, or how much of it: with each change, and by night. */
export const perChange = (withEachChange: number, byNight: number): number =>
  isNightly ? byNight : withEachChange
