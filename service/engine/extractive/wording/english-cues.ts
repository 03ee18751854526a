/**
 * How English expresses what somebody will, should or might do. Texts are masked, so
 * ’ is already '.
 */
import { cue, joined, namedCue } from '../pattern.ts'
import { adverbs, group, name, verb } from './english-verbs.ts'
import type { Cue } from './wording.ts'

const promised = joined`
  (?:'ll|'m going to|'m gonna| will| shall| am going to|'re going to|'re gonna| are going to|
  's going to|'s gonna| is going to)`

export const englishCues: readonly Cue[] = [
  {
    sign: /, you\b/u,
    kind: 'named',
    pattern: namedCue`
  \b${name}, you(?:'re going to| will|'ll| can)? (?<verb>take|do|handle|own|cover|present|write|
  send|lead|bring|prepare|call|talk to|set up|book|check|run|update|work on)\b`,
  },
  {
    sign: /need|looking/iu,
    kind: 'nobody',
    pattern: cue`
  \b(?:need|looking for|want) (?:someone|somebody|a volunteer|one of you) (?:to|
  who can) ${adverbs}${verb}`,
    requires: 'doing',
  },
  {
    sign: /plan|intend|aim/iu,
    kind: 'self',
    pattern: cue`
  \b(?:my plan is|the plan is for me|I'm planning|I am planning|I plan|I intend|I aim) (?:to|
  on) ${adverbs}${verb}`,
    requires: 'doing',
  },
  {
    sign: /\bI(?:'m|\s+am)\b/u,
    kind: 'self',
    pattern: cue`
  \b(?:I'm|I am) (?:also |just |then |still )?(?<verb>(?!going|trying)\p{L}{2,}ing)\b`,
    requires: 'timed',
  },
  {
    sign: /why\s+don|how\s+about\s+you/iu,
    kind: 'you',
    pattern: cue`\b(?:why don't you|how about you) ${adverbs}${verb}`,
    requires: 'solid',
  },
  {
    sign: /for\s+me|my\s+(?:action|next|to)/iu,
    kind: 'self',
    pattern: cue`
  \b(?:(?:action item|next step|to-?do|task)s? for me|my (?:action item|next step|
  to-?do)s?)(?:,? is|:|,)(?: to)? ${verb}`,
  },
  // "Steve, can you send it?" must come before "can you", and "Steve will send it" before "will".
  {
    sign: /you|y'all/iu,
    kind: 'you',
    pattern: cue`
  \b(?:(?:can|could|will) (?:you|y'all)|would you (?:please|kindly|
  be able to))(?: guys)?(?: all)? ${adverbs}${verb}`,
    requires: 'doing',
  },
  {
    sign: /you/iu,
    kind: 'you',
    pattern: cue`
  \b(?:would|do) you mind (?<verb>\p{L}+ing)\b|\b(?:I'd|I would) (?:like|love|need|want|
  appreciate it if) you (?:to |could )?${adverbs}${verb}|\bI need you to ${adverbs}${verb}|
  \bif you could ${adverbs}${verb}|\b(?:do you think|is there any chance|any chance|
  is it possible) you (?:could|can) ${adverbs}${verb}|\bare you able to ${adverbs}${verb}|
  \b(?:can|could|may) I ask you to ${adverbs}${verb}`,
    requires: 'doing',
  },
  {
    sign: /one|any|some|who/iu,
    kind: 'nobody',
    pattern: cue`
  \b(?:can|could|would|will) (?:someone|somebody|anyone|anybody|one of (?:you|
  us))(?: please)? ${adverbs}${verb}|\bwho(?:'s|
  \s+is) (?<verb>(?!going)\p{L}{2,}ing)\b(?= (?:the|my|our|this|that|those|these))|
  \bwho(?:'s going to|'ll| is going to| can| could| will| wants to) ${adverbs}${verb}`,
    requires: 'doing',
  },
  {
    sign: /some|one/iu,
    kind: 'nobody',
    pattern: cue`
  \b(?:someone|somebody|one of us) (?:please|has to|needs to|should|must|ought to|
  will have to) ${adverbs}${verb}`,
    requires: 'doing',
  },
  {
    sign: /\bI\b|me\s+to/iu,
    kind: 'offer',
    pattern: cue`
  \b(?:should|shall) I ${adverbs}${verb}|\b(?:do you want|would you like|want|
  you want) me to ${adverbs}${verb}|\bI (?:could|might) ${adverbs}${verb}`,
    requires: 'doing',
  },
  { sign: /\bI\b/iu, kind: 'self', pattern: cue`\bI${promised} ${adverbs}${verb}` },
  {
    sign: /\bI\b|allow/iu,
    kind: 'self',
    pattern: cue`
  \b(?:I can|(?:I'm|I am|I'd be|I would be) (?:happy|glad) to|allow me to) ${adverbs}${verb}|
  \bI'll (?:just |also )?be (?:sending|calling|working|sharing|presenting|reaching|updating|
  writing|in touch)(?<verb>\b)`,
    requires: 'doing',
  },
  {
    sign: /let\s+me/iu,
    kind: 'self',
    pattern: cue`
  \blet me (?:just |quickly |also )?(?<verb>get back|send|check (?:with|on|if|whether)|talk to|
  speak (?:to|with)|follow up|ask (?!you)|e-?mail|call|find out|look into|double[- ]check|
  confirm|run (?:it|that|this) (?:by|past)|set up|write|schedule|reach out|connect|introduce|
  add (?!that)|put (?:you|that|it|this) (?:in|on|down)|take (?:care|that|this))`,
  },
  {
    sign: /\bI\b/iu,
    kind: 'self',
    pattern: cue`
  \b(?:I've|I have) (?:still )?got to ${adverbs}${verb}|\bI(?:'d| would|'ll| will| still| also|
  \x20really| just| do| definitely| might)* (?:need|have) to ${adverbs}${verb}|
  \bI must ${adverbs}${verb}|\bI owe you (?<verb>an?|the|that)\b`,
    requires: 'doing',
  },
  {
    sign: /\bI\b.*(?:should|ought)/iu,
    kind: 'self',
    pattern: cue`
  \bI(?: really| also| probably| definitely)* (?:should|ought to) ${adverbs}${verb}`,
    requires: 'solid',
  },
  {
    sign: /you/iu,
    kind: 'self',
    pattern: cue`
  \byou(?:'ll| will) (?<verb>get|have|receive|find|hear)\b(?= (?:it|that|them|an?|the|this|my|
  from (?:me|us)|both|everything|all|our|one)\b)`,
    requires: 'time',
  },
  {
    sign: /you/iu,
    kind: 'you',
    pattern: cue`
  \byou(?:'ll| will)?(?: just| also| still| really)* (?:need|have) to ${adverbs}${verb}|
  \byou(?: really| also| probably| definitely)* (?:should|must|ought to) ${adverbs}${verb}`,
    requires: 'solid',
  },
  {
    sign: /please|forget|remember|sure|you\s+might/iu,
    kind: 'you',
    pattern: cue`
  \bplease,? (?:do |also |just |then )?(?!note\b|be\b|bear\b|hold\b|wait\b|go ahead\b|don't\b|
  tell\b|let\b (?!me know|us know)|feel\b|see\b|welcome\b|join me\b)${verb}|
  \b(?:don't forget to|remember to|(?:be|make) sure (?:to|you)|you might want to) ${verb}`,
    requires: 'doing',
  },
  {
    kind: 'you',
    pattern: cue`
  ^(?:(?:and|so|then|also|okay|ok|great|sure|yes|yeah|perfect|good|alright|right|just|well|
  in that case)[,.]? )*(?<verb>send|e-?mail|call|book|schedule|prepare|update|forward|bring|put|
  add|write|ask|remind|set up|draft|submit|check|talk to|give|order|print|sign|upload|reach out|
  copy|invite|finish|fix|move|review|drop|text|message|ping|get|leave|fill|let(?= (?:me|
  us) know))\b(?= (?:me|us|him|her|them|it|the|an?|your|our|my|that|this|those|these|some|both|
  with|to|out|up|over|in)\b)(?! (?:me (?:a sec|an example|a second|one|wrong|started)|
  your screen|it this way))`,
  },
  {
    sign: /\bwe/iu,
    kind: 'group',
    pattern: cue`\bwe${promised} ${adverbs}${verb}`,
    requires: 'doing',
  },
  {
    sign: /let['u ]/iu,
    kind: 'group',
    pattern: cue`\b(?:let's|let us) ${adverbs}${verb}`,
    requires: 'solid',
  },
  {
    sign: /\bwe/iu,
    kind: 'duty',
    pattern: cue`
  \bwe(?:'ll| will|'d| still| also| really| just| do| definitely| probably)* (?:need|have|
  've got|have got) to ${adverbs}${verb}|\bwe(?: really| also| probably| definitely)* (?:should|
  must|ought to) (?:probably |also |really |definitely )*${adverbs}${verb}`,
    requires: 'solid',
  },
  {
    sign: /will|'ll|going\s+to|gonna/iu,
    kind: 'group',
    pattern: cue`\b${group}${promised} ${adverbs}${verb}`,
    requires: 'doing',
  },
  {
    sign: /[a-z](?:'ll|'s\s+go|,?\s+(?:will|is|needs|has|should|to|you))\b/iu,
    kind: 'named',
    pattern: namedCue`
  \b${name}(?:'ll|'s going to|'s gonna| will| is going to)(?: ${adverbs})? ${verb}`,
    requires: 'doing',
  },
  {
    sign: /[a-z],?\s+(?:needs|has|should|is|to)\b/u,
    kind: 'named',
    pattern: namedCue`
  \b${name}(?: needs to| has to| should| is supposed to| to)(?: ${adverbs})? ${verb}`,
    requires: 'solid',
  },
  {
    sign: /\bbe\b|every|of (?:you|us)/iu,
    kind: 'nobody',
    pattern: cue`
  \b(?:everyone|everybody|all of (?:you|us)|each of (?:you|us)) (?:has to|have to|needs? to|
  must|should) (?<verb>\p{L}+)|\b(?:needs? to|has to|have to|must|should) (?:also |still |
  really )?(?<verb>be) (?!able|careful|honest|ready|here|there|in\b|on\b)\p{L}+(?:ed|n|t|ne)\b`,
    requires: 'time',
  },
  {
    sign: /action|next|to-?do|follow/iu,
    kind: 'duty',
    pattern: cue`
  \b(?:action item|next step|to-?do|follow[- ]?up)s?(?: for (?:me|us|you|\p{L}+))?(?: here|
  \x20then| now)?(?:,? (?:is|would be|will be|are)|:)(?: that| to| for (?:me|us|you|
  \p{L}+) to)? ${verb}`,
  },
]
