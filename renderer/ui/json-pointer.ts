/** JSON pointers (RFC 6901), by which results name their fields and schemas their faults. */

/** The steps of a pointer; none for the whole. */
export const stepsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))

/** The object or array that holds what a pointer names, and its key there; null where there is none. */
export function holderOf(root: unknown, pointer: string): { holder: object; key: string } | null {
  const steps = stepsOf(pointer)
  const key = steps.pop()
  let holder: unknown = root
  for (const step of steps) holder = isStructure(holder) ? Reflect.get(holder, step) : undefined
  return key !== undefined && isStructure(holder) ? { holder, key } : null
}

const isStructure = (value: unknown): value is object => typeof value === 'object' && value !== null
