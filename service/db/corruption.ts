/** data_corrupted, index_corrupted, undefined_file: a page or a file of the database is not as it was written. */
const codes = new Set(['XX001', 'XX002', '58P01'])

/** Whether a statement failed because bytes of the database are damaged, which no other statement repairs. */
export function isDataCorruption(error: unknown): boolean {
  return error instanceof Error && 'code' in error && codes.has(String(error.code))
}
