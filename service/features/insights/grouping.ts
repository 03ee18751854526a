// Texts that say the same in other words, put together.
import { sortAtPace, type Pace } from './cooperative-pace.ts'
import type { Term, Terms, TermsOf } from './terms.ts'

type Node = Terms & {
  weight: number
  texts: string[]
  total: number
  /** Of its terms, the rarest first. */
  ranks: readonly number[]
}

/** The weights of all terms, by their ranks. */
type Weights = readonly number[]
/** By the ranks of the terms of their signatures. */
type Leaders = Map<number, Node[]>

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
  const weights = await rankTerms(nodes, pace)
  const leaders: Leaders = new Map()
  const groups = new Map<Node, string[]>()
  for (const node of await sortAtPace(nodes, byLead, pace)) {
    await pace()
    const signature = node.ranks.slice(0, signatureLength(node, weights, threshold))
    const leader = findLeader(node, signature, { leaders, weights, threshold })
    if (leader) groups.get(leader)?.push(...node.texts)
    else {
      groups.set(node, node.texts)
      for (const rank of signature) addTo(leaders, rank, node)
    }
  }
  return [...groups.values()].map((texts) => (texts.length > 1 ? texts.toSorted() : texts))
}

function addTo(leaders: Leaders, rank: number, node: Node): void {
  const known = leaders.get(rank)
  if (known) known.push(node)
  else leaders.set(rank, [node])
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
    const known = nodes.get(key)
    if (known) {
      known.texts.push(text)
      known.total += count
    } else
      nodes.set(key, { key, list, weight: weightOf(list), texts: [text], total: count, ranks: [] })
  }
  return [...nodes.values()]
}

const weightOf = (list: readonly Term[]): number =>
  list.reduce((all, { weight }) => all + weight, 0)

const byLead = (a: Node, b: Node): number =>
  a.weight - b.weight || b.total - a.total || (a.key < b.key ? -1 : 1)

/** Ranks every term from the rarest to the most frequent; the nodes are told the ranks of theirs. */
async function rankTerms(nodes: readonly Node[], pace: Pace): Promise<Weights> {
  const used: Term[] = []
  /** By the ids of the terms, as are the ranks. */
  const uses: number[] = []
  for (const { list } of nodes) {
    await pace()
    for (const term of list) {
      const known = uses[term.id]
      if (known === undefined) used.push(term)
      uses[term.id] = (known ?? 0) + 1
    }
  }
  const byRarity = (a: Term, b: Term): number =>
    (uses[a.id] ?? 0) - (uses[b.id] ?? 0) || (a.term < b.term ? -1 : 1)
  const terms = await sortAtPace(used, byRarity, pace)
  const ranks: number[] = []
  for (const [rank, { id }] of terms.entries()) ranks[id] = rank
  for (const node of nodes) {
    await pace()
    node.ranks = node.list.map(({ id }) => ranks[id] ?? 0).toSorted((a, b) => a - b)
  }
  return terms.map(({ weight }) => weight)
}

/**
 * Two sets that are similar enough share a term of both signatures: the rarest terms, up to where
 * the rest alone could not reach the threshold. So few leaders need to be compared.
 */
function signatureLength({ ranks, weight }: Node, weights: Weights, threshold: number): number {
  let [rest, length] = [weight, 0]
  // A hair less, so that rounding never leaves one out.
  for (; rest >= threshold * weight - 1e-9; length += 1) rest -= weights[ranks[length] ?? 0] ?? 0
  return length
}

function findLeader(
  node: Node,
  signature: readonly number[],
  { leaders, weights, threshold }: { leaders: Leaders; weights: Weights; threshold: number },
): Node | undefined {
  let best: { leader: Node; likeness: number } | undefined
  // A leader that is met by two terms is compared twice, which costs less than to remember all that were met.
  for (const rank of signature) {
    for (const leader of leaders.get(rank) ?? []) {
      // It is no heavier than the node: were all of it shared, they would be as alike as this.
      if (leader.weight / node.weight < threshold) continue
      const likeness = likenessOf(node, leader, weights)
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

function likenessOf(a: Node, b: Node, weights: Weights): number {
  let shared = 0
  for (let [at, other] = [0, 0]; at < a.ranks.length && other < b.ranks.length;) {
    const [rank = 0, otherRank = 0] = [a.ranks[at], b.ranks[other]]
    if (rank === otherRank) shared += weights[rank] ?? 0
    if (rank <= otherRank) at += 1
    if (otherRank <= rank) other += 1
  }
  return shared / (a.weight + b.weight - shared)
}
