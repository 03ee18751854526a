/** The selection in a list. `base` stays selected while a range is extended from `anchor`. */
export type Selection = {
  anchor: string | null
  base: ReadonlySet<string>
  chosen: ReadonlySet<string>
}

export const nothing: Selection = { anchor: null, base: new Set(), chosen: new Set() }

/** Adds or removes one item; ranges then start here. */
export function toggle({ chosen }: Selection, id: string): Selection {
  const next = new Set(chosen)
  if (!next.delete(id)) next.add(id)
  return { anchor: id, base: next, chosen: next }
}

/** Selects from the anchor to this item; without an anchor, `from` becomes the anchor. */
export function extend(
  selection: Selection,
  order: readonly string[],
  { from, to }: { from: string; to: string },
): Selection {
  const anchor = selection.anchor ?? from
  const [start, end] = [order.indexOf(anchor), order.indexOf(to)]
  if (start === -1 || end === -1) return toggle(selection, to)
  const range = order.slice(Math.min(start, end), Math.max(start, end) + 1)
  return { anchor, base: selection.base, chosen: new Set([...selection.base, ...range]) }
}

export function chooseAll(order: readonly string[]): Selection {
  const all = new Set(order)
  return { anchor: order[0] ?? null, base: all, chosen: all }
}

/** Deselects rows that are no longer shown, so nobody deletes what they cannot see. */
export function keepShown(selection: Selection, order: readonly string[]): Selection {
  if (selection.chosen.size === 0) return selection
  const shown = new Set(order)
  const keep = (ids: ReadonlySet<string>) => new Set([...ids].filter((id) => shown.has(id)))
  const chosen = keep(selection.chosen)
  if (chosen.size === selection.chosen.size) return selection
  const anchor = selection.anchor !== null && shown.has(selection.anchor) ? selection.anchor : null
  return { anchor, base: keep(selection.base), chosen }
}
