import { randomBytes } from 'node:crypto'

/** Crockford's base 32: without the letters that are taken for digits or for each other. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const groups = 6
const groupLength = 4

/** A random code of 24 characters (120 bits) in groups, to be written down: `7K3M-…`. */
export function newRecoveryCode(): string {
  // 256 is a multiple of 32, so each character is as likely as any other.
  const letters = [...randomBytes(groups * groupLength)].map((byte) => alphabet[byte % 32])
  const cut = Array.from({ length: groups }, (_, index) =>
    letters.slice(index * groupLength, (index + 1) * groupLength).join(''),
  )
  return cut.join('-')
}

/** The code as it was made, from what somebody typed: any case and spacing, O for 0, I or L for 1. */
export const readRecoveryCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll(/(.{4})(?=.)/g, '$1-')
