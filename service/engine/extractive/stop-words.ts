/** Function words of languages other than English, loaded on first use. */

/** The stopword package's language names by ISO 639-1 code. */
const lists: Readonly<Record<string, string>> = {
  af: 'afr',
  ar: 'ara',
  bg: 'bul',
  ca: 'cat',
  cs: 'ces',
  da: 'dan',
  de: 'deu',
  el: 'ell',
  es: 'spa',
  et: 'est',
  fa: 'fas',
  fi: 'fin',
  fr: 'fra',
  he: 'heb',
  hi: 'hin',
  hr: 'hrv',
  hu: 'hun',
  id: 'ind',
  it: 'ita',
  ja: 'jpn',
  ko: 'kor',
  lt: 'lit',
  lv: 'lav',
  nb: 'nob',
  nl: 'nld',
  no: 'nob',
  pl: 'pol',
  pt: 'por',
  ro: 'ron',
  ru: 'rus',
  sk: 'slk',
  sl: 'slv',
  sv: 'swe',
  sw: 'swa',
  th: 'tha',
  tr: 'tur',
  uk: 'ukr',
  ur: 'urd',
  vi: 'vie',
}

/** Spoken fillers missing from lists of written language; otherwise they would become topics. */
const spoken: Readonly<Record<string, string>> = {
  de: `bitte danke gut okay genau ja nein doch halt eben mal noch schon sehr heute morgen gestern
    machen mache macht gehen geht haben hätte wäre könnten können müssen sollten werden dann also
    vielleicht eigentlich natürlich woche monat jahr montag dienstag mittwoch donnerstag freitag
    samstag sonntag herr frau leider zusammen tag prima guten gute guter gutes abend hallo tschüss
    willkommen freut`,
  es: `está están estoy estamos bien buenos días buenas hola gracias favor vale bueno claro puede
    puedes pueden podrías quiero quiere tengo tiene tenemos vamos hacer hace hago decir dice ahora
    hoy mañana ayer semana mes año lunes martes miércoles jueves viernes sábado domingo también
    entonces todos todas aquí allí muy pero cuando donde quién cómo usted ustedes nosotros perfecto
    verdad antes después durante todavía`,
  fr: `bien bonjour merci oui non d'accord alors donc voilà très aussi comme faire fait faites peut
    pouvez pouvons puis suis êtes sommes avez avons vais allez allons aujourd'hui demain hier
    semaine mois année lundi mardi mercredi jeudi vendredi samedi dimanche madame monsieur comment
    quand pourquoi qu'est j'ai c'est n'est est-ce appel parfait vraiment peut-être`,
}

/** Empty for a language without a list; frequency alone then decides. */
export async function loadStopWords(language: string): Promise<ReadonlySet<string>> {
  const code = language.toLowerCase().slice(0, 2)
  const name = lists[code]
  const all: Readonly<Record<string, unknown>> = name ? await import('stopword') : {}
  const listed = name ? all[name] : []
  const words = Array.isArray(listed) ? listed.map(String) : []
  return new Set([...words, ...(spoken[code] ?? '').split(/\s+/u)])
}
