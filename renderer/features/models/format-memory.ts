import { formatNumber } from '../../ui/format.ts'

/** Memory in the units in which it is sold: 17179869184 → "16 GB". */
export function formatMemory(bytes: number): string {
  const gigabytes = bytes / 2 ** 30
  if (gigabytes < 1) return `${formatNumber(bytes / 2 ** 20)} MB`
  const tenths = Math.round(gigabytes * 10) / 10
  return `${formatNumber(tenths, tenths < 10 && !Number.isInteger(tenths) ? 1 : 0)} GB`
}
