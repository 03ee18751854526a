/** How a language words promises, requests, answers and the like. Data; the rules are elsewhere. */

/**
 * Who takes the task by this wording: the speaker, who is spoken to, who is named, a group, or
 * nobody yet. An offer counts only when it is taken up, a taking-on only with what it is about.
 */
export type CueKind = 'self' | 'you' | 'named' | 'group' | 'nobody' | 'offer' | 'duty'

/**
 * Groups of a pattern: `verb` what is to be done, `who` the name. `needs`: words like these are
 * said about much else too, so the verb must be one of doing (`solid`: of nothing but doing) or
 * there must be a time, or both (`timed`).
 */
export type Cue = {
  kind: CueKind
  pattern: RegExp
  requires?: 'doing' | 'solid' | 'time' | 'timed'
  /** Without this the pattern cannot match: tested first, because it takes a tenth of the time. */
  sign?: RegExp
}

export type Wording = {
  /** Sounds and phrases that only fill; masked before anything else is looked for. */
  fillers: RegExp | null
  cues: readonly Cue[]
  doing: RegExp
  solid: RegExp
  /** What is said about the past, habits and what might be: no task. */
  noTask: RegExp
  /** Ends the words before a cue where somebody else's words are told. */
  reported: RegExp
  /** A question whose answer tells how something is done. */
  asksForStory: RegExp
  accepts: RegExp
  refuses: RegExp
  done: RegExp
  /** Takes on what was just spoken of: "I'll do that". */
  takesOn: RegExp
  cancels: RegExp
  /** Puts an answer off. */
  defers: RegExp
  /** Says without asking that something is not known. */
  leavesOpen: RegExp
  social: RegExp
  /** Opens or closes a talk, or only keeps it going. */
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

/** Matches nothing: for what a language's list lacks. */
export const never = /(?!)/u
