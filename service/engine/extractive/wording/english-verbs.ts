/** English verbs by what they imply about a task, and who may do it. */
import { joined } from '../pattern.ts'

/** Action verbs in any form: "I can send it" is an offer, "I can see" is not. */
export const doingVerbs = joined`
  (?:send|share|set|schedule|check|draft|write|prepare|e-?mail|mail|call|phone|book|add|update|
  fix|ship|file|open|create|put|loop|arrange|forward|review|look|have a (?:look|word|chat|
  think)|talk|reach|get|make|take|bring|do|run|move|refund|replace|issue|transfer|order|cancel|
  upgrade|escalate|submit|ask|find|finish|finali[sz]e|test|clean|organi[sz]e|contact|ping|text|
  message|chase|follow|invite|plan|sync|meet|present|deploy|merge|rebuild|build|design|document|
  investigate|research|compare|confirm|double[- ]check|print|sign|pay|buy|pick|deliver|upload|
  publish|post|record|register|report|notify|inform|remind|reschedule|drop|hand|include|
  introduce|connect|raise|figure|sort|handle|approve|collect|gather|compile|circulate|
  distribute|outline|propose|negotiate|install|migrate|rotate|train|hire|interview|close|
  complete|answer|reply|respond|speak|let|give|show|walk|cover|evaluate|analy[sz]e|measure|
  revisit|rerun|retest|reset|restart|reproduce|patch|roll|release|launch|announce|assign|fill|
  bump|track|monitor|coordinate|adjust|change|correct|edit|translate|proofread|push|swap|switch|
  visit|clear|repair|quote|estimate|tell|copy|cc|save|export|import|attach|consult|look into|
  swing by|come back|own|lead|drive|tackle|redo|rewrite|rename|remove|delete|backfill|audit|
  verify|validate|source|transcribe|summari[sz]e|type up|start|stop|turn|cut|pull|come up|
  work (?:on|with|out)|circle back|touch base|jot|note|mark|block|reserve|replan|return|renew|
  ring|apply|feed|water|wash|collect|drive|fetch|grab|pack|cook|host|join|attend)`

/** Verbs that only ever describe a task. */
export const solidVerbs = joined`
  (?:send|share|schedule|draft|write|prepare|e-?mail|mail|call|phone|book|update|fix|ship|file|
  create|arrange|forward|review|reach out|order|cancel|escalate|submit|ask|find out|finish|
  finali[sz]e|test|clean up|organi[sz]e|contact|ping|message|chase|follow up|invite|sync|meet|
  deploy|merge|rebuild|document|investigate|double[- ]check|print|sign|upload|publish|post|
  register|notify|inform|remind|reschedule|introduce|figure out|sort out|collect|compile|
  circulate|distribute|install|migrate|rotate|hire|complete|answer|reply|respond|evaluate|
  revisit|rerun|retest|reproduce|patch|roll (?:out|back)|release|launch|announce|assign|
  translate|proofread|get back|set up|put together|check (?:with|if|whether|in)|talk to|
  speak (?:to|with)|touch base|circle back|look into|pick (?:this|that|it) up|
  get (?:\w+ ){0,3}(?:signed|done|approved|fixed|ready)|confirm|replace|add|remove|rewrite|
  consult)`

/**
 * Verbs of talking and being that mark no task: "I'll be honest", "let's see", "can you hear me".
 */
const weak = joined`
  (?:be (?!sending|calling|working|sharing|presenting|reaching|updating|writing|in touch)|see\b|
  say\b|think\b|guess|admit|bet|assume|know|hear|remember|imagine|believe|explain|repeat|
  talk (?:about|through|you through)|start\b(?! (?:on|writing|working))|begin|get (?:started|
  into|going|there|to (?:that|it|the|this))|dive|jump|pick up (?:my|the) (?:kids?|son|daughter)|
  drop(?= off\b[.,!]?$|[.,!]|$)|leave|hop|run(?:,|\.| now)|head|move on|go\b(?! over there)|
  tell you (?:what|that|about|how|why|a)|tell me|ask you|take a (?:step|guess|break|sip|seat)|
  take (?:it|that) as|take (?:one|two|three|questions)|pause|come back to (?:that|this)|
  hand (?:it )?over to|turn (?:to|now|it over|over)\b|try to (?:explain|be)|walk (?:me|you|
  us)\b|give you (?:a|an|some) (?:bit|background|context|overview|idea|example|sense)|give me|
  have to|need|want|love|like\b|miss|let (?:you|him|her|them) (?:go|get|finish|speak|talk|
  introduce|start|continue)|understand|wait|hold|elaborate|clarify|speak (?:up|a|louder)|
  describe|share (?:a bit|a little|some|(?:my|your) screen)|pull (?:up|that|it|this|your)|
  put you (?:on|through)|show (?:you|me)|spell|verify|confirm your|read (?:me|that|it|out)|
  remind me|stop (?:you|there|here|sharing)|mute|unmute|keep (?:it|this|that|going)|never\b|
  not\b|always|probably not|just say|do (?:my|your) best|have (?:some questions|questions|
  a question|an issue|nothing|to)\b|get (?:the|a lot|a bit|it|used|very|really|better|
  worse)\b(?= (?:sense|feeling|impression|idea|out of|better|worse))|take (?:your|my) time|
  manage|mention|quickly say|sum up|summari[sz]e (?:that|this)|call (?:it|that|this|you (?:tom|
  by))|use\b|live|end up|stay|stick|sit|stand|help|agree|care|mind|deal with (?:that|it) later|
  depend|happen|work(?= (?:well|fine|better|harder))|cover (?:that|this|it)|play|assure|promise|
  guarantee|recommend|argue|challenge|echo|second|add (?:that|to that|one thing)|make (?:sense|
  sure (?:I|we)(?:'re|'ve| are| have| understand| got))|wonder|put it (?:this|that|another)|
  ask(?: a| one| another)? (?:quick )?question|ask (?:is|you|about that))`

/** Words that may come between "I'll" and its verb. */
export const adverbs = joined`
  (?:(?:also|just|then|definitely|probably|certainly|personally|please|quickly|at least|maybe|
  first|both|actually|obviously|still|gladly|happily|perhaps|possibly|really|kindly|quick|
  try (?:to|and)|go (?:ahead and|and)|go back and|make sure (?:to|we|that we|that I|I)|
  be able to|have to|need to)(?:,)? )*`

/** The verb and the next word. */
export const verb = String.raw`(?!${weak})(?<verb>\p{L}[\p{L}-]*(?: (?!you\b|the\b|a\b)\p{L}+)?)`
/** A name, excluding other capitalized words. */
export const name = joined`
  (?!(?:I|It|This|That|They|He|She|There|What|Who|We|You|Which|Everything|Nothing|Someone|
  Everyone|Something|These|Those|So|And|But|If|When|Then|Here|How|Why|Yes|No|Okay|Please|Also|
  Maybe|Now|Well|Right|Yeah|Not|Nobody|Somebody|Anybody|Anyone|Because|Just|Our|My|Your|The|Let|
  Or|As|One|Hopefully|Sure|All|Next|Today|Tomorrow|Monday|Tuesday|Wednesday|Thursday|Friday|
  Saturday|Sunday|Mhm|Great|Good|Perfect|Sorry|Oh|Hey|Hi|Hello|Thanks|Cool|
  Alright)\b)(?<who>(?:(?:Dr|Mr|Mrs|Ms|Professor|
  Doctor)\.? )?\p{Lu}[\p{L}’-]+(?: \p{Lu}[\p{L}’-]+)?)`
/** A group of people, without names. */
export const group = joined`
  (?:(?:our|the|their|my|your|his|her) (?:\p{L}+ ){0,2}?(?:teams?|people|department|colleagues?|
  manager|boss|lawyers?|guys|folks|engineers?|support|sales|legal|finance|admins?|office|agency|
  assistant|developers?|designers?|technicians?|accountant|contractors?|group|staff|side)|
  (?:someone|somebody) (?:from|on|in) (?:\p{L}+ ){1,4}?|they)`
