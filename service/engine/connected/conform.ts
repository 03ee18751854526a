/**
 * Repairs an answer by its plan: servers enforce a schema in part or not at all. What the model did
 * write is kept as far as the plan has a place for it; what is missing becomes a plain value.
 */
import { isOfFormat } from '../check-result.ts'
import { cutText } from '../cut-text.ts'
import { allowsNull, type Plan, type PlanOf } from '../schema-plan.ts'
import { isObject } from '../schema-shape.ts'
import { otherValue, padded, plainValue } from '../writing/plain-value.ts'
import { usualItems } from './plan-schema.ts'

/** The value that conforms to the plan and is nearest to what was written. */
export function conformTo(plan: Plan, value: unknown): unknown {
  if (value === undefined || (value === null && plan.kind !== 'literals')) {
    return plainValue(plan)
  }
  switch (plan.kind) {
    case 'object':
      return conformObject(plan, value)
    case 'array':
      return conformArray(plan, value)
    case 'string':
      return conformString(plan, value)
    case 'number':
      return conformNumber(plan, value)
    case 'literals':
      return conformLiteral(plan, value)
    case 'choice':
      return conformChoice(plan, value)
  }
}

function conformObject(plan: PlanOf<'object'>, value: unknown): unknown {
  const written = isObject(value) ? value : {}
  const entries = plan.entries.map(({ name, plan: child }) => {
    const inner = Object.hasOwn(written, name) ? written[name] : undefined
    return [name, conformTo(child, inner)] as const
  })
  return Object.fromEntries(entries)
}

function conformArray(plan: PlanOf<'array'>, value: unknown): unknown {
  // A single item without its list is what models without a grammar write for a list of one.
  const written = Array.isArray(value) ? value : [value]
  const most = plan.max ?? Math.max(usualItems, plan.min)
  const items = new Map<string, unknown>()
  for (const [index, one] of written.slice(0, most).entries()) {
    const item = conformTo(plan.items, one)
    const key = JSON.stringify(item)
    // A model that repeats itself has nothing to add.
    const isDistinct = plan.unique || plan.items.kind !== 'literals'
    items.set(isDistinct ? key.toLowerCase() : String(index), item)
  }
  const kept = [...items.values()]
  while (kept.length < plan.min) {
    const taken = new Set(kept.map((item) => JSON.stringify(item)))
    kept.push(
      plan.unique
        ? otherValue(plan.items, (one) => taken.has(JSON.stringify(one)))
        : plainValue(plan.items),
    )
  }
  return kept
}

function conformString(plan: PlanOf<'string'>, value: unknown): unknown {
  if (typeof value === 'object') return plainValue(plan)
  const text = String(value).toWellFormed().replaceAll('\0', '').trim()
  if (plan.format) return isOfFormat(plan.format, text) ? text : plainValue(plan)
  const limit = plan.max ?? Infinity
  if ([...text].length <= limit) return padded(text, plan.min)
  const cut = cutText(text, limit)
  return [...cut].length >= plan.min ? cut : [...text].slice(0, limit).join('')
}

function conformNumber(plan: PlanOf<'number'>, value: unknown): unknown {
  const written = typeof value === 'number' ? value : Number.parseFloat(String(value))
  if (!Number.isFinite(written)) return plainValue(plan)
  const unit = plan.multipleOf ?? (plan.integer ? 1 : null)
  const inside = Math.min(plan.max, Math.max(plan.min, written))
  if (unit === null) return inside
  const nearest = Math.round(inside / unit) * unit
  if (nearest > plan.max) return nearest - unit
  return nearest < plan.min ? nearest + unit : nearest
}

function conformLiteral(plan: PlanOf<'literals'>, value: unknown): unknown {
  const exact = plan.values.find((literal) => literal === value)
  if (exact !== undefined) return exact
  const wanted = String(value).trim().toLowerCase()
  const alike = plan.values.find((literal) => String(literal).toLowerCase() === wanted)
  return alike ?? plainValue(plan)
}

/** The alternative of the value's own kind; otherwise null if allowed, or the first alternative. */
function conformChoice(plan: PlanOf<'choice'>, value: unknown): unknown {
  const option =
    plan.options.find((one) => one.kind === 'literals' && one.values.includes(value as null)) ??
    plan.options.find((one) => isOfKind(one, value))
  if (option) {
    const fitted = conformTo(option, value)
    // "unknown" where a date or null is wanted means null.
    const isLost = option.kind === 'string' && option.format !== null && fitted !== value
    return isLost && allowsNull(plan) ? null : fitted
  }
  const [first] = plan.options
  return allowsNull(plan) || !first ? null : conformTo(first, value)
}

function isOfKind(plan: Plan, value: unknown): boolean {
  switch (plan.kind) {
    case 'object': {
      if (!isObject(value)) return false
      const names = new Set(plan.entries.map(({ name }) => name))
      return Object.keys(value).some((name) => names.has(name)) || names.size === 0
    }
    case 'array':
      return Array.isArray(value)
    case 'string':
      return typeof value === 'string'
    case 'number':
      return typeof value === 'number'
    case 'literals':
      return false
    case 'choice':
      return plan.options.some((option) => isOfKind(option, value))
  }
}
