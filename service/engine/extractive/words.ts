/** Lists of words without content. English only, because only English is parsed. */

export function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/u).filter(Boolean))
}

/** Nouns too general to be a topic. */
export const genericNouns = wordSet(`
  thing things stuff lot lots bit kind kinds sort sorts way ways time times day days week
  weeks month months year years today tomorrow yesterday minute minutes second seconds
  moment hour hours morning afternoon evening guy guys people person somebody someone
  anybody anything something everything nothing one ones couple number end start part
  point question questions idea reason example case fact rest side place word words name
  call meeting thanks thank hello hi hey bye okay ok yeah yep please sir ma'am folks
  everyone everybody well sure course luck weekend matter sense chance monday tuesday
  wednesday thursday friday saturday sunday good great nice right own same other first
  last next much many few more most able whole new big little best better next
  january february march april may june july august september october november december percent
  euro euros dollar dollars pound pounds cent cents text look email mail message job hundred
  thousand million couple pair half quarter detail details info kid man woman mum dad holiday
  jump chance bye photo tonight right wrong answer answers try talk help work use show thought
  bed beds minute hold note share change order start stop set run move put list check
  dunno etcetera etc yo ha haha doh duh beep bleep guess think know joke laugh sigh shame pity looking working saying opening plenty
  thingy silly nineteenth eighteenth seventeenth sixteenth fifteenth`)

/** Adjectives of opinion and degree, which say nothing of what a subject is. */
export const vagueAdjectives = wordSet(`
  good bad nice great big small little large high low new old different same other certain whole
  main important interesting possible able real sure fine wrong right easy hard difficult clear
  first second third last next several many much few more most less least better best worse own
  actual particular general basic simple such kind similar normal usual various additional further
  early late long short full only single entire obvious useful useless original final overall
  specific relevant appropriate available necessary total huge tiny weird funny cool happy sorry
  pretty okay quick slow strange proper true false previous current recent extra`)

/** Words that are a subject only together with others: "reference problem". */
export const vagueAlone = wordSet(`
  term issue instance feel woulda coulda shoulda impact role possibility problem element member action hand product feature function system thing
  page item type form level case view situation matter aspect area line size piece difference
  solution option choice approach result experience opinion discussion presentation information
  report comment subject topic account effort evidence focus need rate amount fun concept process
  step task user value method effect space opportunity advantage disadvantage approach concern
  suggestion reason purpose direction position condition content context course effect field group
  lunch plan mean region aim service support experiment fifteenth log blah program programme version box ground head house eye guess mind kay left right top bottom
  middle side corner inch hundred half rest half-hour turn try mess crap god gosh mistake decision
  trouble difference total average score mark point plus minus stage phase requirement specification
  restriction return increase change list paper work stuff money evolution`)

/** Conversational fillers. */
export const fillers = wordSet(`
  um umm uh uhm er erm hmm mm mhm ah oh eh huh yeah yep yup nope okay ok alright gonna
  wanna gotta kinda sorta like actually basically literally honestly really just maybe
  probably hi hey hello bye thanks thank please sorry wow cool awesome`)

/** Function words and light verbs of conversation, for matching a claim with what was said. */
export const functionWords = wordSet(`
  a an the this that these those and or but nor so if then than as at by for from in into
  of off on onto out over to under up with without about after before between through
  during above below i me my mine myself we us our ours ourselves you your yours yourself
  he him his she her hers it its they them their theirs who whom whose which what when
  where why how am is are was were be been being do does did doing have has had having
  will would shall should can could may might must not no yes very too also just only some
  any all each every both either such there here now again more most other own same i'm
  i'll i've i'd we're we'll we've you're you'll it's that's there's let's don't doesn't
  didn't can't won't isn't aren't get got go going say said`)

const openers = [
  'um+',
  'uh+',
  'er+',
  'so',
  'well',
  'okay',
  'ok',
  'yeah',
  'yes',
  'yep',
  'right',
  'and',
  'but',
  'oh',
  'alright',
  'all right',
  'great',
  'sure',
  'you know',
  'i mean',
  'no',
  'perfect',
  'thanks',
  'look',
  'hi',
  'hi there',
  'hello',
  'hey',
  'good morning',
  'good afternoon',
  'mhm',
  'hmm',
  'exactly',
  'absolutely',
  'of course',
  'cool',
  'good',
  'fine',
]
const opener = new RegExp(
  String.raw`^(?:(?:${openers.join('|')})(?:,|\.{2,3})\s+|(?:um+|uh+)\s+)+`,
  'iu',
)

/** Removes a sentence's opening filler words; the rest stays verbatim. */
export function withoutOpener(text: string): string {
  const rest = text.replace(opener, '')
  return rest.charAt(0).toUpperCase() + rest.slice(1)
}
