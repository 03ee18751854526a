/** Marks an operation as an addition of Earshot's to the API that it implements. */
export const addition = { 'x-badges': [{ name: 'Earshot addition' }] }
