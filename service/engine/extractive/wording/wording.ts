/**
 * How a language expresses promises, requests, answers and the like. Data only;
 * the rules are elsewhere.
 */

/**
 * Who takes on the task: the speaker, the person addressed, the person named, a group, or nobody
 * yet. An offer counts only once accepted.
 */
export type CueKind = 'self' | 'you' | 'named' | 'group' | 'nobody' | 'offer' | 'duty'

/**
 * Named groups of `pattern`: `verb` is the action, `who` the name. `requires` is for wording that
 * is also common elsewhere: the verb must be an action verb (`doing`), or one that only describes
 * tasks (`solid`), or there must be a time (`time`), or both (`timed`).
 */
export type Cue = {
  kind: CueKind
  pattern: RegExp
  requires?: 'doing' | 'solid' | 'time' | 'timed'
  /** A necessary condition for a match, tested first because it takes a tenth of the time. */
  sign?: RegExp
}

export type Wording = {
  /** Filler sounds and phrases; masked before any other matching. */
  fillers: RegExp | null
  cues: readonly Cue[]
  doing: RegExp
  solid: RegExp
  /** Statements about the past, habits and hypotheticals: not tasks. */
  noTask: RegExp
  /** Matches the text before a cue if it introduces reported speech. */
  reported: RegExp
  /** A question that invites an account of how something is done. */
  asksForStory: RegExp
  accepts: RegExp
  refuses: RegExp
  done: RegExp
  /** Accepts what was just mentioned: "I'll do that". */
  takesOn: RegExp
  cancels: RegExp
  /** Defers an answer. */
  defers: RegExp
  /** States that something is not known, without asking. */
  leavesOpen: RegExp
  social: RegExp
  /** Opens, closes or merely sustains a talk. */
  smallTalk: RegExp
  objection: RegExp
  noObjection: RegExp
  /** Acknowledges an objection before answering it. */
  sympathy: RegExp
  problem: RegExp
  noProblem: RegExp
  need: RegExp
  decision: RegExp
}

/** Matches nothing: for categories a language lacks. */
const never = /(?!)/u

/**
 * For other languages than English only small talk is told apart, where it is known: what is taken
 * on, decided or doubted was never measured on real talk in them.
 */
export const unknownWording: Wording = {
  fillers: null,
  cues: [],
  doing: never,
  solid: never,
  noTask: never,
  reported: never,
  asksForStory: never,
  accepts: never,
  refuses: never,
  done: never,
  takesOn: never,
  cancels: never,
  defers: never,
  leavesOpen: never,
  social: never,
  smallTalk: never,
  objection: never,
  noObjection: never,
  sympathy: never,
  problem: never,
  noProblem: never,
  need: never,
  decision: never,
}
