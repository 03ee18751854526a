/**
 * How questions are put: what asks for a time, an amount, a person; what says nothing of the matter;
 * and what people call by more than one word. Choice: languages that are not listed are asked by
 * their words alone.
 */

/** What kind of answer a question asks for; `any` where its words do not say. */
export type Kind = 'time' | 'duration' | 'amount' | 'money' | 'person' | 'place' | 'reason' | 'any'

type Asking = {
  kinds: readonly (readonly [Kind, RegExp])[]
  /** Words that a question has and its answer need not: how much, what day, what was said about. */
  idle: readonly string[]
}

const list = (words: string): string[] => words.split(' ')

const english: Asking = {
  kinds: [
    ['reason', /\b(why|how come|(what|which) (is|was|were|are) the reasons?)\b/u],
    ['time', /\b(when|how soon|(what|which|whose) (day|date|time|week|month|year|deadline))\b/u],
    ['time', /\b(what is|what's|what was) the (deadline|date|due date)\b/u],
    ['duration', /\bhow long\b/u],
    ['money', /\bhow (much|expensive)\b.*\b(cost|costs|pay|paid|charge|spend|spent|earn|price)\b/u],
    ['money', /\b(what|which)\b.*\b(price|cost|costs|fee|rent|budget|salary|wage)\b/u],
    ['amount', /\bhow (much|many|often|far|old|big|large|high|tall|fast|expensive|warm|heavy)\b/u],
    ['amount', /\b(what|which) (number|percentage|share|amount|size)\b/u],
    ['person', /\b(who|whom|whose|which person)\b/u],
    ['place', /\b(where|(what|which) (city|town|country|place|room))\b/u],
  ],
  idle: list(
    'much many long often far old big large high tall fast soon day date time deadline week month ' +
      'year number percentage amount price cost person people name place city town country reason ' +
      'come tell say said says mention mentioned talk talked discuss discussed speak spoke happen ' +
      'happened recording recordings conversation anyone anybody someone somebody something ' +
      'anything know thing kind sort type exactly also ever still think plan need want get going',
  ),
}

const german: Asking = {
  kinds: [
    ['reason', /\b(warum|wieso|weshalb|aus welchem grund)\b/u],
    ['time', /\b(wann|(welche[mnrs]?) (tag|datum|woche|monat|jahr|uhrzeit))\b/u],
    ['duration', /\bwie lange?\b/u],
    [
      'money',
      /\b(wie ?viel|was|wie teuer)\b.*\b(kostet|kosten|bezahl\p{L}*|verdien\p{L}*|preis|miete)\b/u,
    ],
    ['amount', /(?<!\p{L})(wie ?(viele?|oft|weit|alt|gro(ß|ss)|hoch|teuer))(?!\p{L})/u],
    ['person', /\b(wer|wem|wen|wessen)\b/u],
    ['place', /\b(wo|wohin|woher|in welcher stadt)\b/u],
  ],
  idle: list(
    'wann wer wem wen wessen warum wieso weshalb wo wohin woher welche welcher welches welchem ' +
      'welchen heißt viel viele lange oft weit alt groß hoch teuer tag datum woche monat jahr uhrzeit grund kostet ' +
      'kosten gesagt sagt sagen erzählt besprochen aufnahme gespräch jemand etwas genau',
  ),
}

const french: Asking = {
  kinds: [
    ['reason', /\bpourquoi\b/u],
    ['time', /\b(quand|quel(le)? (jour|date|heure|semaine|mois|année))\b/u],
    ['duration', /\bcombien de temps\b/u],
    ['money', /\bcombien\b.*\b(coûte|coûtent|payer|paie|prix|loyer)\b/u],
    ['amount', /\bcombien\b/u],
    ['person', /\bqui\b(?! est ce que)/u],
    ['place', /(?<!\p{L})où(?!\p{L})/u],
  ],
  idle: list(
    'quand qui quel quelle où pourquoi temps combien jour date heure semaine mois année coûte dit parlé discuté quelqu enregistrement',
  ),
}

const spanish: Asking = {
  kinds: [
    ['reason', /(?<!\p{L})por ?qué(?!\p{L})/u],
    ['time', /(?<!\p{L})(cuándo|qué (día|fecha|hora|semana|mes|año))(?!\p{L})/u],
    ['duration', /(?<!\p{L})cuánto tiempo(?!\p{L})/u],
    ['money', /(?<!\p{L})cuánto.*(?<!\p{L})(cuesta|cuestan|costará|costó|paga|vale)(?!\p{L})/u],
    ['amount', /(?<!\p{L})cuánt[oa]s?(?!\p{L})/u],
    ['person', /(?<!\p{L})quién(es)?(?!\p{L})/u],
    ['place', /(?<!\p{L})(a?dónde)(?!\p{L})/u],
  ],
  idle: list(
    'cuándo quién quiénes cuál dónde cuánto cuánta cuántos cuántas tiempo día fecha hora semana mes año cuesta dijo dicho habló alguien grabación',
  ),
}

const chinese: Asking = {
  kinds: [
    ['reason', /为什么|為什麼|为何/u],
    ['time', /什么时候|什麼時候|何时|何時|几点|幾點|哪天/u],
    ['duration', /多久|多长/u],
    ['amount', /多少|几个|幾個/u],
    ['person', /谁|誰/u],
    ['place', /哪里|哪裡|哪儿/u],
  ],
  idle: list('什么 什麼 时候 時候 多少 为什么 為什麼 哪里 哪裡 几点 几个 多久 谁 誰 怎么 如何'),
}

const japanese: Asking = {
  kinds: [
    ['reason', /なぜ|どうして/u],
    ['time', /いつ|何時|何日|何曜日/u],
    ['amount', /いくら|いくつ|何人|何個/u],
    ['person', /誰|だれ/u],
    ['place', /どこ/u],
  ],
  idle: list(
    'いつ いくら いくつ どこ なぜ どうして です ます した する 何時 何日 誰 だれ ください',
  ),
}

/** By ISO 639-1 code. */
export const askings: Readonly<Record<string, Asking>> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  zh: chinese,
  ja: japanese,
}

/** Choice: English only, and only words that mean the same wherever people talk about work. */
const synonyms: readonly (readonly string[])[] = [
  list('decide decision agree agreed settle settled choose chose chosen'),
  list('cost price fee charge pay paid rate'),
  list('begin began start starts started kick'),
  list('end ends finish complete completed done'),
  list('send sent mail email forward'),
  list('fix repair solve solved resolve'),
  list('hire recruit employ'),
  list('problem issue trouble bug fault'),
  list('customer client'),
  list('boss manager head lead leads leading'),
  list('phone call ring'),
  list('buy bought purchase order'),
  list('delay delayed postpone postponed late'),
  list('deadline due'),
  list('responsible owner owns charge'),
  list('salary wage pay'),
  list('car vehicle'),
  list('move moved relocate'),
  list('delete remove removed'),
  list('show present demo'),
  list('invent invented invention'),
  list('afraid fear worried worry'),
  list('like liked prefer favourite'),
  list('quit resign leave leaving left'),
  list('hear heard call calls called'),
]

/** Verbs whose forms share no stem. */
const irregular: readonly (readonly string[])[] = [
  list('bring brought'),
  list('break broke broken'),
  list('build built'),
  list('catch caught'),
  list('come came'),
  list('draw drew drawn'),
  list('drive drove driven'),
  list('eat ate eaten'),
  list('fall fell fallen'),
  list('feel felt'),
  list('find found'),
  list('fly flew flown'),
  list('forget forgot forgotten'),
  list('get got gotten'),
  list('give gave given'),
  list('go went gone'),
  list('grow grew grown'),
  list('keep kept'),
  list('know knew known'),
  list('lead led'),
  list('lose lost'),
  list('make made'),
  list('mean meant'),
  list('meet met meeting'),
  list('run ran'),
  list('see saw seen'),
  list('sell sold'),
  list('show shown'),
  list('sit sat'),
  list('sleep slept'),
  list('speak spoke spoken'),
  list('spend spent'),
  list('stand stood'),
  list('steal stole stolen'),
  list('take took taken'),
  list('teach taught'),
  list('tell told'),
  list('think thought'),
  list('understand understood'),
  list('wear wore worn'),
  list('win won'),
  list('write wrote written'),
  list('forbid forbade forbidden'),
]

/** Other words for one, and its other forms, itself left out. */
export function synonymsOf(word: string): string[] {
  const others = [...synonyms, ...irregular].filter((group) => group.includes(word)).flat()
  return [...new Set(others)].filter((other) => other !== word)
}
