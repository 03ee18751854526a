// Texts that say the same in other words, put together.
import { sortAtPace, type Pace } from './cooperative-pace.ts'
import type { Term, Terms, TermsOf } from './terms.ts'

type Node = Terms & { terms: ReadonlySet<string>; weight: number; texts: string[]; total: number }

type Options = {
  termsOf: TermsOf
  /** Least similarity, 0 to 1: shared weight by all weight of the two sets of terms. */
  threshold: number
  pace: Pace
}

/**
 * Groups texts by their terms; `counts` says how often each came. Every text is in exactly one
 * group. Neither the order of `counts` nor of anything else matters: the shortest texts lead, the
 * frequent before the rare, and each further one joins the leader it is most like. Compared with
 * leaders only, so that no chain of small steps joins what is different.
 */
export async function groupTexts(
  counts: ReadonlyMap<string, number>,
  { termsOf, threshold, pace }: Options,
): Promise<string[][]> {
  const nodes = await toNodes(counts, termsOf, pace)
  const ranks = await rankTerms(nodes, pace)
  const leaders = new Map<string, Node[]>()
  const groups = new Map<Node, string[]>()
  for (const node of await sortAtPace(nodes, byLead, pace)) {
    await pace()
    const signature = signatureOf(node, ranks, threshold)
    const leader = findLeader(node, signature, { leaders, threshold })
    if (leader) groups.get(leader)?.push(...node.texts)
    else {
      groups.set(node, [...node.texts])
      for (const term of signature) addTo(leaders, term, node)
    }
  }
  return [...groups.values()].map((texts) => texts.toSorted())
}

function addTo(leaders: Map<string, Node[]>, term: string, node: Node): void {
  const known = leaders.get(term)
  if (known) known.push(node)
  else leaders.set(term, [node])
}

async function toNodes(
  counts: ReadonlyMap<string, number>,
  termsOf: TermsOf,
  pace: Pace,
): Promise<Node[]> {
  const nodes = new Map<string, Node>()
  for (const [text, count] of counts) {
    await pace()
    const { key, list } = termsOf(text)
    const node = nodes.get(key) ?? toNode(key, list)
    node.texts.push(text)
    node.total += count
    nodes.set(key, node)
  }
  return [...nodes.values()]
}

const toNode = (key: string, list: readonly Term[]): Node => ({
  ...{ key, list, texts: [], total: 0 },
  terms: new Set(list.map(({ term }) => term)),
  weight: list.reduce((all, { weight }) => all + weight, 0),
})

const byLead = (a: Node, b: Node): number =>
  a.weight - b.weight || b.total - a.total || (a.key < b.key ? -1 : 1)

/** The place of every term from the rarest to the most frequent. */
async function rankTerms(nodes: readonly Node[], pace: Pace): Promise<ReadonlyMap<string, number>> {
  const uses = new Map<string, number>()
  for (const { list } of nodes) {
    await pace()
    for (const { term } of list) uses.set(term, (uses.get(term) ?? 0) + 1)
  }
  const order = ([a, n]: [string, number], [b, m]: [string, number]) => n - m || (a < b ? -1 : 1)
  const terms = await sortAtPace([...uses], order, pace)
  return new Map(terms.map(([term], rank) => [term, rank]))
}

/**
 * Two sets that are similar enough share a term of both signatures: the rarest terms, up to where
 * the rest alone could not reach the threshold. So few leaders need to be compared.
 */
function signatureOf(
  { list, weight }: Node,
  ranks: ReadonlyMap<string, number>,
  threshold: number,
): string[] {
  const ordered = list.toSorted((a, b) => (ranks.get(a.term) ?? 0) - (ranks.get(b.term) ?? 0))
  let rest = weight
  return ordered
    .filter((one) => {
      // A hair less, so that rounding never leaves one out.
      const isNeeded = rest >= threshold * weight - 1e-9
      rest -= one.weight
      return isNeeded
    })
    .map(({ term }) => term)
}

function findLeader(
  node: Node,
  signature: readonly string[],
  { leaders, threshold }: { leaders: ReadonlyMap<string, readonly Node[]>; threshold: number },
): Node | undefined {
  let best: { leader: Node; likeness: number } | undefined
  // A leader that is met by two terms is compared twice, which costs less than to remember all that were met.
  for (const term of signature) {
    for (const leader of leaders.get(term) ?? []) {
      const likeness = likenessOf(node, leader)
      if (likeness < threshold) continue
      const isBetter =
        !best ||
        likeness > best.likeness ||
        (likeness === best.likeness && byRank(leader, best.leader) < 0)
      if (isBetter) best = { leader, likeness }
    }
  }
  return best?.leader
}

/** Of two leaders alike, the more frequent one. */
const byRank = (a: Node, b: Node): number => b.total - a.total || (a.key < b.key ? -1 : 1)

function likenessOf(a: Node, b: Node): number {
  let shared = 0
  for (const { term, weight } of a.list) if (b.terms.has(term)) shared += weight
  return shared / (a.weight + b.weight - shared)
}
