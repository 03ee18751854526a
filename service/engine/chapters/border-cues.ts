/** Words with which people open and close a subject. English only, as the model is trained on it. */

const openers = String.raw`(?:so|okay|ok|alright|all right|right|now|well|um|uh|and|yeah|anyway|good|great)`

/** Counted in the words after a border and in those before it. */
export const cues: Readonly<Record<string, RegExp>> = {
  moves:
    /\b(?:next|move on|moving on|let's move|go on to|get started|start with|get to|turn to|back to|another|other thing|last thing|one more|first thing|second|third|final|finally|anything else|item|agenda|topic)\b/giu,
  proposes:
    /\b(?:let's|let us|let me|shall we|we should|we're going to|i'm going to|i'll|i will|we will|we can)\b/giu,
  announces:
    /\b(?:what about|how about|what else|so what|question|wanted to|want to|would like to|talk about|discuss|about the|regarding|in terms of|concerning|as for|speaking of)\b/giu,
  asks: /\?/gu,
  greets:
    /\b(?:thank you|thanks|welcome|bye|goodbye|see you|hello|hi|good (?:morning|afternoon))\b/giu,
  presents:
    /\b(?:presentation|slides?|show you|report|meeting|agenda|minutes|project|whiteboard|break|lunch|questionnaire|evaluation|prototype|budget)\b/giu,
}

/** Looked for at the start of the words after a border. */
export const openings: Readonly<Record<string, RegExp>> = {
  opens: new RegExp(String.raw`^(?:${openers}\b[,.]* +)+`, 'iu'),
  agrees: /^(?:okay|ok|alright|all right|right|good|great|so)\b/iu,
  continues: /^(?:so|now|anyway|well)\b/iu,
  refers:
    /^(?:(?:yeah|and|but|so),? )*(?:it|that|this|they|he|she|those|these|which|because|or|if|like)\b/iu,
  replies: /^(?:yeah|yes|mm-hmm|uh-huh|mm|no|okay\.|right\.|but|and|or|because)/iu,
}
