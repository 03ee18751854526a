/** How English words what somebody will, shall or might do. Texts are masked: ’ is ' by then. */
import { cue, joined, namedCue } from '../pattern.ts'
import type { Cue } from './wording.ts'

/** Verbs of doing, in any form of the base: "I can send it" is an offer, "I can see" is none. */
export const doingVerbs = joined`
  (?:send|share|set|schedule|check|draft|write|prepare|e-?mail|mail|call|phone|book|add|update|
  fix|ship|file|open|create|put|loop|arrange|forward|review|look|have a (?:look|word|chat|think)|
  talk|reach|get|make|take|bring|do|run|move|refund|replace|issue|transfer|order|cancel|upgrade|
  escalate|submit|ask|find|finish|finali[sz]e|test|clean|organi[sz]e|contact|ping|text|message|
  chase|follow|invite|plan|sync|meet|present|deploy|merge|rebuild|build|design|document|
  investigate|research|compare|confirm|double[- ]check|print|sign|pay|buy|pick|deliver|upload|
  publish|post|record|register|report|notify|inform|remind|reschedule|drop|hand|include|introduce|
  connect|raise|figure|sort|handle|approve|collect|gather|compile|circulate|distribute|outline|
  propose|negotiate|install|migrate|rotate|train|hire|interview|close|complete|answer|reply|
  respond|speak|let|give|show|walk|cover|evaluate|analy[sz]e|measure|revisit|rerun|retest|reset|
  restart|reproduce|patch|roll|release|launch|announce|assign|fill|bump|track|monitor|coordinate|
  adjust|change|correct|edit|translate|proofread|push|swap|switch|visit|clear|repair|quote|
  estimate|tell|copy|cc|save|export|import|attach|consult|look into|swing by|come back|
  own|lead|drive|tackle|redo|rewrite|rename|remove|delete|backfill|audit|verify|validate|
  source|transcribe|summari[sz]e|type up|start|stop|turn|cut|pull|come up|work (?:on|with|out)|
  circle back|touch base|jot|note|mark|block|reserve|replan|return|renew|ring|apply|
  feed|water|wash|collect|drive|fetch|grab|pack|cook|host|join|attend)`

/** Of these nobody speaks but of a task. */
export const solidVerbs = joined`
  (?:send|share|schedule|draft|write|prepare|e-?mail|mail|call|phone|book|update|fix|ship|file|
  create|arrange|forward|review|reach out|order|cancel|escalate|submit|ask|find out|finish|
  finali[sz]e|test|clean up|organi[sz]e|contact|ping|message|chase|follow up|invite|sync|meet|
  deploy|merge|rebuild|document|investigate|double[- ]check|print|sign|upload|publish|post|
  register|notify|inform|remind|reschedule|introduce|figure out|sort out|collect|compile|
  circulate|distribute|install|migrate|rotate|hire|complete|answer|reply|respond|evaluate|
  revisit|rerun|retest|reproduce|patch|roll (?:out|back)|release|launch|announce|assign|
  translate|proofread|get back|set up|put together|check (?:with|if|whether|in)|talk to|
  speak (?:to|with)|touch base|circle back|look into|pick (?:this|that|it) up|get (?:\w+ ){0,3}
  (?:signed|done|approved|fixed|ready)|confirm|replace|add|remove|rewrite|consult)`

/** Verbs of talking and being: "I'll be honest", "let's see", "can you hear me" are no tasks. */
const weak = joined`
  (?:be (?!sending|calling|working|sharing|presenting|reaching|updating|writing|in touch)|see\b|
  say\b|think\b|guess|admit|bet|assume|know|hear|remember|imagine|believe|explain|repeat|
  talk (?:about|through|you through)|start\b(?! (?:on|writing|working))|begin|get (?:started|into|
  going|there|to (?:that|it|the|this))|dive|jump|pick up (?:my|the) (?:kids?|son|daughter)|drop(?= off\b[.,!]?$|[.,!]|$)|leave|hop|run(?:,|\.| now)|head|move on|go\b(?! over\x20
  there)|tell you (?:what|that|about|how|why|a)|tell me|ask you|take a (?:step|guess|break|sip|
  seat)|take (?:it|that) as|take (?:one|two|three|questions)|pause|come back to (?:that|this)|hand\x20
  (?:it )?over to|turn|try to (?:explain|be)|walk (?:me|you|us)\b|give you (?:a|an|some) (?:bit|
  background|context|overview|idea|example|sense)|give me|have to|need|want|love|like\b|miss|let\x20
  (?:you|him|her|them) (?:go|get|finish|speak|talk|introduce|start|continue)|understand|wait|
  hold|elaborate|clarify|speak (?:up|a|louder)|describe|share (?:a bit|a little|some|(?:my|your)\x20
  screen)|pull (?:up|that|it|this|your)|put you (?:on|through)|show (?:you|me)|spell|verify|
  confirm your|read (?:me|that|it|out)|remind me|stop (?:you|there|here|sharing)|mute|unmute|
  keep (?:it|this|that|going)|never\b|not\b|always|probably not|just say|do (?:my|your) best|
  have (?:some|questions|a question|an issue|one|nothing|more|the|to)|get (?:the|a lot|a bit|it|
  used|very|really|better|worse)\b(?= (?:sense|feeling|impression|idea|out of|better|worse))|
  take (?:your|my) time|manage|mention|quickly say|sum up|summari[sz]e (?:that|this)|call (?:it|
  that|this|you (?:tom|by))|use\b|live|end up|stay|stick|sit|stand|help|agree|care|mind|
  deal with (?:that|it) later|depend|happen|work(?= (?:well|fine|better|harder))|cover (?:that|
  this|it)|play|assure|promise|guarantee|recommend|argue|challenge|echo|second|add (?:that|to\x20
  that|one thing)|make (?:sense|sure (?:I|we)(?:'re|'ve| are| have| understand| got))|wonder|
  put it (?:this|that|another)|ask(?: a| one| another)? (?:quick )?question|ask (?:is|you|about\x20
  that))`

const s = joined`
  (?:(?:also|just|then|definitely|probably|certainly|personally|please|quickly|at least|maybe|
  first|both|actually|obviously|still|gladly|happily|perhaps|possibly|really|kindly|quick|
  try (?:to|and)|go (?:ahead and|and)|go back and|make sure (?:to|we|that we|that I|I)|
  be able to|have to|need to)(?:,)? )*`

const verb = String.raw`(?!${weak})(?<verb>\p{L}[\p{L}-]*(?: (?!you\b|the\b|a\b)\p{L}+)?)`
const name = joined`
  (?!(?:I|It|This|That|They|He|She|There|What|Who|We|You|Which|Everything|Nothing|Someone|
  Everyone|Something|These|Those|So|And|But|If|When|Then|Here|How|Why|Yes|No|Okay|Please|Also|
  Maybe|Now|Well|Right|Yeah|Not|Nobody|Somebody|Anybody|Anyone|Because|Just|Our|My|Your|The|
  Let|Or|As|One|Hopefully|Sure|All|Next|Today|Tomorrow|Monday|Tuesday|Wednesday|Thursday|Friday|
  Saturday|Sunday|Mhm|Great|Good|Perfect|Sorry|Oh|Hey|Hi|Hello|Thanks|Cool|Alright)\b)
  (?<who>(?:(?:Dr|Mr|Mrs|Ms|Professor|Doctor)\.? )?\p{Lu}[\p{L}’-]+(?: \p{Lu}[\p{L}’-]+)?)`
const group = joined`
  (?:(?:our|the|their|my|your|his|her) (?:\p{L}+ ){0,2}?(?:teams?|people|department|colleagues?|
  manager|boss|lawyers?|guys|folks|engineers?|support|sales|legal|finance|admins?|office|agency|
  assistant|developers?|designers?|technicians?|accountant|contractors?|group|staff|side)|
  (?:someone|somebody) (?:from|on|in) (?:\p{L}+ ){1,4}?|they)`

const promised = joined`
  (?:'ll|'m going to|'m gonna| will| shall| am going to|'re going to|'re gonna| are going to|
  's going to|'s gonna| is going to)`

export const englishCues: readonly Cue[] = [
  {
    sign: /, you\b/u,
    kind: 'named',
    pattern: namedCue`\b${name}, you(?:'re going to| will|'ll| can)? (?<verb>take|do|handle|own|cover|
  present|write|send|lead|bring|prepare|call|talk to|set up|book|check|run|update|work on)\b`,
  },
  {
    sign: /need|looking/iu,
    kind: 'nobody',
    pattern: cue`
  \b(?:need|looking for|want) (?:someone|somebody|a volunteer|one of you) (?:to|who can) ${s}${verb}`,
    needs: 'doing',
  },
  {
    sign: /plan|intend|aim/iu,
    kind: 'self',
    pattern: cue`
  \b(?:my plan is|the plan is for me|I'm planning|I am planning|I plan|I intend|I aim) (?:to|on)
  \x20${s}${verb}`,
    needs: 'doing',
  },
  {
    sign: /\bI(?:'m|\s+am)\b/u,
    kind: 'self',
    pattern: cue`\b(?:I'm|I am) (?:also |just |then |still )?(?<verb>(?!going|trying)\p{L}{2,}ing)\b`,
    needs: 'timed',
  },
  {
    sign: /why\s+don|how\s+about\s+you/iu,
    kind: 'you',
    pattern: cue`\b(?:why don't you|how about you) ${s}${verb}`,
    needs: 'solid',
  },
  {
    sign: /for\s+me|my\s+(?:action|next|to)/iu,
    kind: 'self',
    pattern: cue`
  \b(?:(?:action item|next step|to-?do|task)s? for me|my (?:action item|next step|to-?do)s?)(?:,?\x20
  is|:|,)(?: to)? ${verb}`,
  },
  // "Steve, can you send it?" before "can you"; "Steve will send it" before "will".
  {
    sign: /you|y'all/iu,
    kind: 'you',
    pattern: cue`
  \b(?:(?:can|could|will) (?:you|y'all)|would you (?:please|kindly|be able to))(?: guys)?(?: all)?\x20
  ${s}${verb}`,
    needs: 'doing',
  },
  {
    sign: /you/iu,
    kind: 'you',
    pattern: cue`
  \b(?:would|do) you mind (?<verb>\p{L}+ing)\b|\b(?:I'd|I would) (?:like|love|need|want|
  appreciate it if) you (?:to |could )?${s}${verb}|\bI need you to ${s}${verb}|\bif you could
  \x20${s}${verb}|\b(?:do you think|is there any chance|any chance|is it possible) you (?:could|
  can) ${s}${verb}|\bare you able to ${s}${verb}|\b(?:can|could|may) I ask you to ${s}${verb}`,
    needs: 'doing',
  },
  {
    sign: /one|any|some|who/iu,
    kind: 'nobody',
    pattern: cue`
  \b(?:can|could|would|will) (?:someone|somebody|anyone|anybody|one of (?:you|us))(?: please)?
  \x20${s}${verb}|\bwho(?:'s going to|'ll| is going to| can| could| will| wants to) ${s}${verb}`,
    needs: 'doing',
  },
  {
    sign: /some|one/iu,
    kind: 'nobody',
    pattern: cue`
  \b(?:someone|somebody|one of us) (?:has to|needs to|should|must|ought to|will have to) ${s}
  ${verb}`,
    needs: 'doing',
  },
  {
    sign: /\bI\b|me\s+to/iu,
    kind: 'offer',
    pattern: cue`
  \b(?:should|shall) I ${s}${verb}|\b(?:do you want|would you like|want|you want) me to ${s}
  ${verb}|\bI (?:could|might) ${s}${verb}`,
    needs: 'doing',
  },
  { sign: /\bI\b/iu, kind: 'self', pattern: cue`\bI${promised} ${s}${verb}` },
  {
    sign: /\bI\b|allow/iu,
    kind: 'self',
    pattern: cue`
  \b(?:I can|(?:I'm|I am|I'd be|I would be) (?:happy|glad) to|allow me to) ${s}${verb}|
  \bI'll (?:just |also )?be (?:sending|calling|working|sharing|presenting|reaching|updating|
  writing|in touch)(?<verb>\b)`,
    needs: 'doing',
  },
  {
    sign: /let\s+me/iu,
    kind: 'self',
    pattern: cue`
  \blet me (?:just |quickly |also )?(?<verb>get back|send|check (?:with|on|if|whether)|talk to|
  speak (?:to|with)|follow up|ask (?!you)|e-?mail|call|find out|look into|double[- ]check|confirm|
  run (?:it|that|this) (?:by|past)|set up|write|schedule|reach out|take (?:care|that|this))`,
  },
  {
    sign: /\bI\b/iu,
    kind: 'self',
    pattern: cue`
  \b(?:I've|I have) (?:still )?got to ${s}${verb}|\bI(?:'d| would|'ll| will| still| also| really|
  \x20just| do| definitely| might)* (?:need|have) to ${s}${verb}|\bI must ${s}${verb}|\bI owe you\x20
  (?<verb>an?|the|that)\b`,
    needs: 'doing',
  },
  {
    sign: /\bI\b.*(?:should|ought)/iu,
    kind: 'self',
    pattern: cue`\bI(?: really| also| probably| definitely)* (?:should|ought to) ${s}${verb}`,
    needs: 'solid',
  },
  {
    sign: /you/iu,
    kind: 'self',
    pattern: cue`
  \byou(?:'ll| will) (?<verb>get|have|receive|find|hear)\b(?= (?:it|that|them|an?|the|this|my|
  from (?:me|us)|both|everything|all|our|one)\b)`,
    needs: 'time',
  },
  {
    sign: /you/iu,
    kind: 'you',
    pattern: cue`
  \byou(?:'ll| will)?(?: just| also| still| really)* (?:need|have) to ${s}${verb}|\byou(?: really|
  \x20also| probably| definitely)* (?:should|must|ought to) ${s}${verb}`,
    needs: 'solid',
  },
  {
    sign: /please|forget|remember|sure|you\s+might/iu,
    kind: 'you',
    pattern: cue`
  \bplease,? (?:do |also |just |then )?(?!note\b|be\b|bear\b|hold\b|wait\b|go ahead\b|don't\b|
  tell\b|let\b (?!me know|us know)|feel\b|see\b|welcome\b|join me\b)${verb}|\b(?:don't forget\x20
  to|remember to|(?:be|make) sure (?:to|you)|you might want to) ${verb}`,
    needs: 'doing',
  },
  {
    kind: 'you',
    pattern: cue`
  ^(?:(?:and|so|then|also|okay|ok|great|sure|yes|yeah|perfect|good|alright|right|just|
  well|in that case)[,.]? )*(?<verb>send|e-?mail|call|book|schedule|prepare|update|forward|
  bring|put|add|write|ask|remind|set up|draft|submit|check|talk to|give|order|print|sign|
  upload|reach out|copy|invite|finish|fix|move|review|drop|text|message|ping|get|leave|fill|
  let(?= (?:me|us) know))\b(?= (?:me|us|him|her|them|it|the|an?|your|our|my|that|this|those|
  these|some|both|with|to|out|up|over|in)\b)(?! (?:me (?:a sec|an example|a second|one|wrong|
  started)|your screen|it this way))`,
  },
  { sign: /\bwe/iu, kind: 'group', pattern: cue`\bwe${promised} ${s}${verb}`, needs: 'doing' },
  {
    sign: /let['u ]/iu,
    kind: 'group',
    pattern: cue`\b(?:let's|let us) ${s}${verb}`,
    needs: 'solid',
  },
  {
    sign: /\bwe/iu,
    kind: 'duty',
    pattern: cue`
  \bwe(?:'ll| will|'d| still| also| really| just| do| definitely| probably)* (?:need|have|'ve got|
  have got) to ${s}${verb}|\bwe(?: really| also| probably| definitely)* (?:should|must|ought to)
  \x20(?:probably |also |really |definitely )*${s}${verb}`,
    needs: 'solid',
  },
  {
    sign: /will|'ll|going\s+to|gonna/iu,
    kind: 'group',
    pattern: cue`\b${group}${promised} ${s}${verb}`,
    needs: 'doing',
  },
  {
    sign: /[a-z](?:'ll|'s\s+go|,?\s+(?:will|is|needs|has|should|to|you))\b/iu,
    kind: 'named',
    pattern: namedCue`
  \b${name}(?:'ll|'s going to|'s gonna| will| is going to)(?: ${s})? ${verb}`,
    needs: 'doing',
  },
  {
    sign: /[a-z],?\s+(?:needs|has|should|is|to)\b/u,
    kind: 'named',
    pattern: namedCue`
  \b${name}(?: needs to| has to| should| is supposed to| to)(?: ${s})? ${verb}`,
    needs: 'solid',
  },
  {
    sign: /\bbe\b/iu,
    kind: 'nobody',
    pattern: cue`
  \b(?:needs? to|has to|have to|must|should) (?:also |still |really )?(?<verb>be)\x20
  (?!able|careful|honest|ready|here|there|in\b|on\b)\p{L}+(?:ed|n|t|ne)\b`,
    needs: 'time',
  },
  {
    sign: /action|next|to-?do|follow/iu,
    kind: 'duty',
    pattern: cue`
  \b(?:action item|next step|to-?do|follow[- ]?up)s?(?: for (?:me|us|you|\p{L}+))?(?: here| then|\x20
  now)?(?:,? (?:is|would be|will be|are)|:)(?: that| to| for (?:me|us|you|\p{L}+) to)? ${verb}`,
  },
]
