/** What is chosen of a list. `base` is what stays while a range is drawn from `anchor`. */
export type Selection = {
  anchor: string | null
  base: ReadonlySet<string>
  chosen: ReadonlySet<string>
}

export const nothing: Selection = { anchor: null, base: new Set(), chosen: new Set() }

/** One more, or one less; ranges begin here then. */
export function toggle({ chosen }: Selection, id: string): Selection {
  const next = new Set(chosen)
  if (!next.delete(id)) next.add(id)
  return { anchor: id, base: next, chosen: next }
}

/** From the anchor to this one; without an anchor, `from` is one from now on. */
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

/** What is not shown any more is not chosen any more: nobody deletes what they do not see. */
export function keepShown(selection: Selection, order: readonly string[]): Selection {
  if (selection.chosen.size === 0) return selection
  const shown = new Set(order)
  const keep = (ids: ReadonlySet<string>) => new Set([...ids].filter((id) => shown.has(id)))
  const chosen = keep(selection.chosen)
  if (chosen.size === selection.chosen.size) return selection
  const anchor = selection.anchor !== null && shown.has(selection.anchor) ? selection.anchor : null
  return { anchor, base: keep(selection.base), chosen }
}
