import { isObject } from '../../engine/schema-shape.ts'

type Written = {
  result: Record<string, unknown> | null
  /** JSON pointers into `result`. */
  needs_language_model: readonly string[] | null
}

/** A result for those who count or search what it says: null in place of what nobody answered. */
export function answeredIn({ result, needs_language_model: pointers }: Written) {
  const answered = structuredClone(result ?? {})
  for (const pointer of pointers ?? []) blank(answered, pointer)
  return answered
}

function blank(result: Record<string, unknown>, pointer: string): void {
  const steps = pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  const last = steps.pop() ?? ''
  let place: unknown = result
  for (const step of steps) place = isStructure(place) ? Reflect.get(place, step) : undefined
  if (isStructure(place) && Object.hasOwn(place, last)) Reflect.set(place, last, null)
}

const isStructure = (value: unknown): value is object => isObject(value) || Array.isArray(value)
