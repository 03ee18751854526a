/**
 * True in `npm run nightly`, which repeats and lengthens what `npm test` does once with each change:
 * 200 kills, the whole corpus of mutants, every recording, every limit in seconds.
 */
export const isNightly = process.env['EARSHOT_NIGHTLY'] === '1'
