/** English. Texts are masked beforehand: ’ becomes ', fillers become spaces. */
import { pattern } from '../pattern.ts'
import { englishCues } from './english-cues.ts'
import { doingVerbs, solidVerbs } from './english-verbs.ts'
import type { Wording } from './wording.ts'

export const english: Wording = {
  fillers:
    /(?:[,.] ?)?\b(?:u+h+m*|u+m+|e+r+m*|h+m+|mhm|(?<!\b(?:let|lets|do|did|if|as|that|how|what) )you know|I mean|kind of|sort of)\b,?/giu,
  cues: englishCues,
  doing: new RegExp(`^${doingVerbs}(?:ing)?(?: |$)`, 'iu'),
  solid: new RegExp(`^${solidVerbs}(?:\\W|$)`, 'iu'),
  noTask: pattern`
  \b(?:if (?:I|we|there|they|he|she) (?:had|were|was|could)\b|if you (?:had|were)\b|would have|
  could have|should have|might have|used to|I wish|usually|typically|normally|generally|often|
  every (?:time|day|single|morning|month)|(?:we|I|you) always|sometimes|whenever|back then|
  (?:was|were) (?:just |actually )?going to|(?:had )?wanted to|as a rule|in general|(?:don't|
  do not|didn't) (?:think|know (?:if|whether))(?: that)? (?:I|we)|not sure (?:if |whether |
  that )?(?:I|we|you)|I doubt|in theory|in an ideal world|(?:don't|do not|doesn't|didn't|
  won't) (?:need|have|want) to|no need to|instead of|rather than having|have to admit|
  have to say|promised (?:me|us)|I'd never)\b`,
  reported: pattern`
  (?:\b(?:said|says|saying|told \w+|tells \w+|asked|asks|goes|was like|were like|I'm like|
  thought|thinking|thinks|promised|claims?|claimed|mentioned|hopes?|believes?|heard|wrote|if|
  whether|when|unless)(?: that| me| us)?(?:,|:)? *["“']?\s*)$`,
  asksForStory: pattern`
  \b(?:how (?:do|would|did|does) (?:you|one|people|that)|describe|walk (?:me|us) through|
  tell (?:me|us) (?:a (?:bit|little) )?about|what would you do|what do you do|what does|
  how (?:are|is) (?:it|that|your|the) )\b`,
  accepts: pattern`
  ^(?:(?:oh|ah|okay|ok|and|well|great|right),? )*(?:yes|yeah|yep|yup|sure|of course|absolutely|
  definitely|okay|ok|will do|no problem|happy to|certainly|gladly|I can|I'll|I will|I'd be|
  got it|consider it|leave (?:it|that) (?:with|to) me|on it|I'm on it|done|fine|sounds good|
  perfect|great|please do|that'd be|that would be|go ahead|good idea|do (?:it|that)|agreed|
  all ?right|let's do|cool|right|no worries|my pleasure|can do|I got it|I've got (?:it|that)|
  makes sense|you bet)\b`,
  refuses: pattern`
  ^(?:(?:oh|ah|okay|ok|well|um|hmm|honestly|actually|yeah|sorry),? )*(?:no\b(?! (?:problem|
  worries|objection))|nope|nah|not (?! at all)(?:really|now|yet|today|this|right now|possible|
  necessary|at the moment)|unfortunately|I'm afraid|I can't|I cannot|I won't|
  I don't (?:think so|have time|want)|that's not|there's no need|don't bother|I'd rather not)\b|
  \b(?:I can't do (?:that|it)|I won't be able to|I'm (?:sorry|afraid)(?: but)?,? (?:I|
  we) can't)\b`,
  done: pattern`
  ^(?:(?:yes|yeah|oh|actually|well|okay|I|we|it's|that's|have|'ve),? )*(?:(?:already|
  just) (?:did|done|sent|e-?mailed|shared|posted|finished|fixed)|(?:I |
  we )?(?:already )?did (?:that|it)|(?:I |we )?(?:already |just )(?:sent|did)|(?:I've|we've|
  I have|we have) already \p{L}+|it's done|that's done|done)\b(?!.*\bI'll\b)`,
  takesOn: pattern`
  \b(?:(?:I'll|I will|I can|let me|I could|I'm going to|I'm happy to)(?: definitely| probably|
  \x20also| just)? (?:do|take|handle|own|tackle|pick up|manage|cover|grab|look after|take care of|
  sort)(?: of)? (?:that|it|this|those|these|them|one|the (?:first|second|last|other) one|
  care of (?:that|it|this))|(?:that's|this is) (?:on me|mine)|I'm on it|leave (?:that|it|
  this) (?:with|to) me|get (?:that|it|this) (?:done|sorted|fixed)|will do|I've got (?:that|this|
  it)|I can do so|consider it done|put me down)\b`,
  cancels: pattern`
  ^(?:(?:oh|actually|no|well|hmm|wait|sorry|okay),? )*(?:never ?mind|scratch that|forget (?:it|
  that|about (?:it|that))|don't (?:worry about (?:it|that)|bother)|no need(?! to worry)|
  let's not|we don't need (?:that|it))\b`,
  defers: pattern`
  \b(?:(?:I |we )?(?:don't|do not|didn't|couldn't) (?:know|remember|recall|have (?:(?:an|the|
  that|any|those|these)\b ?)(?:exact )?(?:answer|numbers?|figures?|data|details?|information|
  idea)?)|not (?:entirely |totally |completely |quite |really |so |too |a hundred percent |
  100 ?% )?(?:sure|certain|clear|decided)|no idea|no clue|get back to you|come back to you|
  find (?:that |it )?out|good question|(?:have|need) to (?:check|ask|look|find|think|see|verify|
  clarify)|let me (?:check|find|ask|look|see if)|I'll (?:check|ask|have to|find|look)|
  look into (?:it|that)|follow up on that|that depends|it depends|hard to say|
  haven't (?:decided|thought|figured|checked|heard)|can't (?:say|tell|answer)|we'll see|
  to be (?:decided|confirmed|determined)|TBD|remains to be seen|still (?:open|unclear|waiting)|
  who knows|wait and see|let's (?:see|park|take that offline|discuss that))\b`,
  leavesOpen: pattern`
  \b(?:(?:open|remaining|outstanding|unanswered|big|one) question(?: for me| here| is| remains)|
  the question (?:is|remains|now is)|we (?:still )?(?:don't|do not) (?:yet )?know (?:who|what|
  when|where|how|whether|if|why|which)|(?:it's|that's|is) (?:still |not yet |yet )?(?:unclear|
  not clear|open|undecided|to be decided|up in the air)|remains unclear|haven't (?:decided|
  figured out|agreed)(?: yet)? (?:on|who|what|when|where|how|whether|if|which)|still (?:need|
  have) to (?:decide|figure out|clarify|find out|work out)|I (?:was wondering|wonder) (?:if|
  whether|who|what|when|why|how|which))\b`,
  social: pattern`
  \b(?:how are (?:you|things)|how's (?:it going|everything|life|things|your (?:day|week))|
  how have you been|how was (?:the|your) (?:holiday|vacation|weekend|trip|flight|day|week)|
  can (?:you|everyone|everybody|you all|you guys) (?:hear|see)|are you there|is (?:everyone|
  everybody) here|(?:does|did) (?:that|this|it) make sense|right\?$|you know\?$|you see\?$|
  okay\?$|correct\?$|anything else|any (?:other )?questions|do you have (?:any|some) (?:other |
  more |further )?questions|is now a good time|do you have (?:a|five|ten|two) (?:minutes?|
  moment|sec)|can I help you|how can I help|how may I help|can I (?:ask|have|get) (?:you |
  your )?(?:a question|something|(?:\p{L}+ )?(?:name|number))|may I ask|you know what|
  guess what|who wants to (?:start|go)|shall we (?:start|begin|get started)|is that (?:okay|ok|
  alright|fine|correct|right)\?$|what's up|what else|what's on your mind|am I (?:audible|right)|
  who's next|where were we|what do you mean|say that again|sorry\?$|really\?$)`,
  smallTalk: pattern`
  ^(?:(?:okay|ok|so|well|oh|right|and|yeah|alright|all right|hi|hey),? )*(?:hi|hello|hey|
  good (?:morning|afternoon|evening|day)|morning|welcome|thanks?|thank you|bye|goodbye|see you|
  take care|talk to you|speak (?:to you )?soon|have a (?:great|good|nice|lovely|wonderful)|
  cheers|you're welcome|nice to (?:meet|see)|good to see|great to (?:meet|see)|lovely to|
  no problem|no worries|sounds good|that's great|that's good|that's fine|great to hear|
  sorry to hear|I'm sorry|my pleasure|can (?:you|everyone|everybody) hear|how are you|(?:you're|
  you are) (?:speaking|through) |(?:thank you|thanks) for calling|is there anything else|
  one moment|just a (?:second|moment|sec)|let's get started|shall we start|I bet|I hear you|
  I see|got it|makes sense|fair enough)\b`,
  objection: pattern`
  \b(?:(?:my|our|one|a|main|biggest|only|another|some|have|real|big) (?:\p{L}+ )?(?:concern|
  worry|hesitation|objection|reservation|issue|doubt|fear)s?\b(?! with you)|(?:I'm|I am|we're|
  we are|she's|he's|they're|is|are|bit|little|quite|really|also|still) (?:a bit |a little |
  really |quite |rather |very |also |just |still )?(?:concerned|worried|nervous|hesitant|
  reluctant|sceptical|skeptical|anxious|unconvinced|afraid (?:that|it|we|this|of))|worr(?:ies|y|
  ied) (?:me|us|about|that|we)|(?:too|bit|pretty|quite|very|really|so|awfully) (?:expensive|
  pricey|costly|steep|risky|overpriced)|too (?:high|complicated|complex|slow|long|late|early|
  tight|big|small|much (?:money|work|effort|for))|(?:is|was|sounds?|seems?|it's|that's|
  feels?) (?:\p{L}+ )?(?:expensive|pricey|steep|overpriced|risky|(?:a|an|an awful|a whole|
  quite a) lot of money|a lot (?:for|to pay|more)|too (?:much|many))|seems (?:like )?a lot|
  over (?:our |the |what we )?(?:budget|said)|(?:that's|it's|is|be) (?:quite |a bit of |
  such )?a (?:big |huge )?(?:jump|stretch|risk|deal ?breaker|show ?stopper|problem for us)|
  (?:don't|do not|doesn't) have (?:the |any |enough )?(?:budget|time|resources|capacity|
  bandwidth|money)|no (?:budget|capacity|bandwidth)\b|not sure (?:we|it|this|that|she|he|they|
  people|if (?:it|that|this|we|they)|whether (?:it|we|they))|not (?:really |quite |fully |so |
  entirely |very )?(?:convinced|comfortable|happy with|keen|ready (?:to|for)|afan)|
  don't (?:really |quite )?(?:see (?:what|why|how|the (?:value|point|benefit|need))|trust|
  believe (?:that|it|this)|like the (?:idea|fact|price))|already (?:use|have|using|
  pay(?:ing)?) (?:a|an|for|with|\p{Lu})|locked in(?:to)?|under contract|the (?:problem|issue|
  downside|trouble|catch|thing) is(?: that)? (?:we|our|it|the|you|I)|more than we (?:pay|can|
  have|wanted|expected)|can't (?:afford|justify|commit|get (?:that|it|this) (?:through|
  approved))|hard to justify|cheaper (?:elsewhere|option|alternative|than)|(?:we|I)'d (?:rather|
  prefer) (?:not|stay|keep|wait)|(?:I |we )(?:disagree|don't agree)|won't (?:work|fly|accept|
  allow|approve|sign off)|will not (?:allow|accept|approve)|been burned|last time (?:it|we|that|
  they) (?:\p{L}+ )?(?:took|failed|had|was)|what if it (?:doesn't|fails)|deal ?breaker|
  (?:bothers|annoys|troubles) (?:me|us)|(?:euros?|dollars?|pounds?|money|people|
  time) (?:that )?we don't have|(?:I'm|we're|I am|we are) (?:totally |strongly |
  really )?against|isn't (?:it|that|this|\p{L}+ \p{L}+ \p{L}+) (?:a bit|too|rather))\b`,
  noObjection: pattern`
  \b(?:no (?:concerns?|worries|objections?|doubts?|issues?)|not (?:too|very|that|
  so) (?:expensive|high|complicated|concerned|worried|long|late)|don't (?:be )?worr(?:y|ied)|
  isn't (?:expensive|risky)|see why not|any (?:concerns?|worries|objections?)|what(?:'s| is|
  \x20are) (?:your|the)|hear your concern|understand (?:your|the) concern|less expensive|
  the only way|used to be|no doubt|without (?:a )?doubt|your (?:main |biggest )?(?:concern|
  worry|objection))\b`,
  sympathy: pattern`
  ^(?:(?:okay|ok|well|oh|sure|yeah|right|hmm),? )*(?:I (?:completely |totally |fully )?(?:hear|
  understand|get|see|appreciate)(?: (?:you|that|it|your|where|what|the)\b.*)?[.,!]?$|
  that's (?:fair|understandable|a (?:fair|good|valid) (?:point|concern|
  question))(?: enough)?[.!]?$|fair enough|understood|true\.?$|right\.?$|okay\.?$|sure\.?$|
  got it|good point\.?$|of course\.?$|absolutely\.?$|I know\.?$|you're right\.?$)`,
  problem: pattern`
  \b(?:risk(?:s|y)?|concern(?:s|ed)?|worr(?:y|ied|ies)|problems?|issues?|blockers?|blocked|
  bugs?|broken|broke|fail(?:s|ed|ing|ures?)?|crash\w*|delay(?:s|ed)?|stuck|doesn't work|
  not working|isn't working|stopped working|errors?|frustrat\w+|struggl\w+|too (?:slow|
  expensive|complicated|long|hard|late)|outages?|complain\w*|never arrived|missing|pain points?|
  annoy\w+|bottlenecks?|falls (?:over|apart)|went wrong|goes wrong|slip(?:s|ped)?|at risk|
  behind schedule|running late|leak(?:s|ing|y)?|charged twice|logg(?:ing|ed) me out|
  could (?:break|fail|slip|hurt)|vulnerab\w+|shortage|overload\w*|dropp(?:ing|ed) (?:out|the)|
  slow(?:er)?\b|damage\w*|lost\b)`,
  noProblem: pattern`
  \b(?:no (?:problem|issue|worries|concern|error|risk)s?|not a problem|don't worry|
  without (?:any )?(?:problem|issue|error)s?|not (?:an issue|a problem)|missing out on nothing|
  error[- ]free)\b`,
  need: pattern`
  \b(?:(?:we|I|they|he|she|our \w+|my \w+)(?:'re| are| am|'m)? (?:really |just |also |still |
  basically )*(?:need|want|looking for|require|hoping|wish)\b(?! to (?:be honest|say))|(?:we|
  I)'d (?:really )?(?:like|love|want)|would (?:like|love)|(?:our|my|the) (?:main )?(?:goal|
  priority) is|requirement|what (?:we|I) need|it(?:'d| would) be (?:great|nice|good|
  helpful) (?:if|to)|if (?:there was|I could|we could|it could)|I wish)\b`,
  decision: pattern`
  \b(?:we(?:'ve| have)? (?:all |now |already )?(?:decided|agreed|settled|chosen|chose)|(?:let's|
  we(?:'ll| will)|we(?:'re| are)(?: going to)?) (?:go|going|stick|sticking|stay|
  proceed) (?:ahead )?with|(?:the|our|my) (?:final )?decision (?:is|was)|it's (?:decided|
  settled|agreed)|we(?:'re| are) (?:not )?going with|is approved|approved? (?:the|this|that|it)|
  we(?:'ll| will) (?:keep|use|drop|postpone|cancel|skip)|let's (?:keep|use|drop|postpone|cancel|
  skip|do (?:it|that)|call it|say)|(?:so |then |okay,? )agreed\b|agreed (?:on|to|that)|(?:then|
  so|okay,?) (?:it's|that's) (?:settled|decided|the \w+ then)|we(?:'re| are) (?:not )?(?:moving|
  pushing|dropping|keeping|sticking)|(?:you have|that has|it has|
  that's got) (?:my )?(?:approval|the green light|the go-ahead))\b`,
}
