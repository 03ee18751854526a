/** A checked output schema, resolved to what a writer must produce. */

export type Literal = string | number | boolean | null

export type StringFormat = 'date' | 'time' | 'date-time' | 'email' | 'uri'

/** `hint` is the schema's title and description: the author's explanation of the value. */
export type Plan = { hint: string } & (
  | { kind: 'object'; entries: { name: string; required: boolean; plan: Plan }[] }
  | { kind: 'array'; items: Plan; min: number; max: number | null; unique: boolean }
  | { kind: 'string'; min: number; max: number | null; format: StringFormat | null }
  | { kind: 'number'; integer: boolean; min: number; max: number; multipleOf: number | null }
  | { kind: 'literals'; values: Literal[] }
  | { kind: 'choice'; options: Plan[] }
)

export type PlanOf<K extends Plan['kind']> = Extract<Plan, { kind: K }>

/** Whether null conforms. */
export function allowsNull(plan: Plan): boolean {
  if (plan.kind === 'literals') return plan.values.includes(null)
  return plan.kind === 'choice' && plan.options.some(allowsNull)
}

/** The plan without its null alternative, for a writer that has a value. */
export function withoutNull(plan: Plan): Plan {
  if (plan.kind === 'literals' && plan.values.length > 1) {
    return { ...plan, values: plan.values.filter((value) => value !== null) }
  }
  if (plan.kind !== 'choice') return plan
  const options = plan.options.filter(
    (option) => option.kind !== 'literals' || option.values.some((value) => value !== null),
  )
  const [only] = options
  return options.length === 1 && only ? { ...only, hint: only.hint || plan.hint } : plan
}
