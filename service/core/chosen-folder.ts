/** Folders of this machine that a caller names by their path, in the field `path`. */
import { realpath } from 'node:fs/promises'
import path from 'node:path'
import { errors } from './errors.ts'

/** 400 unless it is a whole path. */
export function requireAbsolute(given: string): void {
  if (!path.isAbsolute(given) || given.includes('\0')) {
    throw errors.invalid('path', 'not_absolute', 'path must be absolute.')
  }
}

/**
 * 400 for a folder in or around those in which Earshot itself writes.
 * @param folder without symbolic links
 */
export async function refuseOwn(folder: string, own: readonly string[]): Promise<void> {
  for (const one of own) {
    if (isNested(await realpath(one).catch(() => path.resolve(one)), folder)) {
      const text = 'path holds files of Earshot itself, or lies among them.'
      throw errors.invalid('path', 'own_folder', text)
    }
  }
}

/** Whether they are the same folder, or one is in the other. */
export const isNested = (one: string, other: string): boolean =>
  isWithin(one, other) || isWithin(other, one)

function isWithin(inner: string, outer: string): boolean {
  const way = path.relative(outer, inner)
  return way === '' || (!way.startsWith('..') && !path.isAbsolute(way))
}
