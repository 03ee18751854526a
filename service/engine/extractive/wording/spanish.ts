/**
 * Spanish: promises, requests, deferred questions, objections. `\b` does
 * not handle accented letters.
 */
import { cue, namedCue, pattern } from '../pattern.ts'
import { never } from './wording.ts'
import type { Cue, Wording } from './wording.ts'

const pronouns = '(?:me|te|se|lo|la|le|nos|los|las|les)*'
const infinitive = String.raw`(?<verb>\p{L}+(?:ar|er|ir|ír)${pronouns})(?!\p{L})`
const talk = String.raw`(?!(?:ver|empezar|comenzar|hablar de|pasar a|decir|ser|estar|tener)\b)`

const cues: readonly Cue[] = [
  {
    kind: 'you',
    pattern: cue`
  (?<!\p{L})(?:puedes|podrías|puede|podría|pueden|podrían|podéis)(?: usted| ustedes|
  \x20tú)?(?: por favor)? (?!(?:decirme|oírme|escucharme|explicar|repetir)(?!\p{L}))${infinitive}`,
  },
  {
    kind: 'you',
    pattern: cue`
  (?<!\p{L})(?:me|nos) (?<verb>mandas|envías|pasas|avisas|confirmas|manda|envía|avisa|
  confirma)(?!\p{L})|(?<!\p{L})por favor,? (?!(?:no|un|espere|espera)(?!\p{L}))(?<verb>\p{L}+)|
  (?<!\p{L})no (?:te olvides|se olvide|olvides|olvide) de ${infinitive}`,
  },
  { kind: 'offer', pattern: cue`¿ ?quieres? que (?:lo |la |le |te )?(?<verb>\p{L}+)` },
  { kind: 'self', pattern: cue`(?<!\p{L})(?<!no )voy a ${talk}${infinitive}` },
  {
    kind: 'self',
    pattern: cue`
  (?<!\p{L})(?<!no )(?:me encargo|(?:te|le|les|os) (?:lo |la |los |las )?(?<verb>mando|envío|
  paso|llamo|aviso|escribo|confirmo|preparo|reenvío)|(?:lo|la|los|las) (?<verb>reviso|hago|
  preparo|envío|mando|miro|termino|arreglo|compruebo))(?!\p{L})`,
  },
  {
    kind: 'self',
    pattern: cue`
  (?<!\p{L})(?<!no )(?!(?:seré|estaré|diré|tendré|podré|sabré|veré|
  querré)(?!\p{L}))(?<verb>\p{L}{2,}(?:aré|eré|iré|dré|bré|haré))(?!\p{L})`,
  },
  {
    kind: 'self',
    pattern: cue`(?<!\p{L})(?<!no )(?:tengo que|debo|necesito) ${talk}${infinitive}`,
  },
  {
    kind: 'duty',
    pattern: cue`
  (?<!\p{L})(?<!no )(?:tenemos que|debemos|hay que|deberíamos|habría que|
  necesitamos) ${talk}${infinitive}`,
  },
  { kind: 'group', pattern: cue`(?<!\p{L})(?<!no )vamos a ${talk}${infinitive}` },
  {
    kind: 'named',
    pattern: namedCue`
  (?<!\p{L})(?!El |La |Los |Las |Un |Una |Yo |No |Que |
  Se )(?<who>\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?) (?:va a|tiene que|debe|se encarga de|
  puede) ${infinitive}`,
  },
]

export const spanish: Wording = {
  fillers: /(?:[,.] ?)?(?<!\p{L})(?:eh+|em+|este|o sea|pues)(?!\p{L}),/giu,
  cues,
  doing: /./u,
  solid: /./u,
  noTask: pattern`
  (?<!\p{L})(?:normalmente|siempre|a menudo|solía|si tuviera|hubiera|habría|iba a|quería|
  ya (?:envié|hice|mandé|terminé)|cada (?:vez|día)|dijo que|dice que)(?!\p{L})`,
  reported: /(?:dijo|dice|dijeron|si|cuando)(?: que)?\s*$/iu,
  asksForStory: /(?<!\p{L})(?:cómo (?:haces|hace|hacen)|cuéntame|describe|explícame)/iu,
  accepts: pattern`
  ^(?:sí|si,|claro|por supuesto|vale|de acuerdo|perfecto|desde luego|ok|bueno|muy bien|hecho|
  cuenta con|sin problema)(?!\p{L})`,
  refuses: /^(?:no(?! hay problema)|lamentablemente|lo siento|imposible)(?!\p{L})/iu,
  done: /(?<!\p{L})ya (?:lo|la|los|las|te lo|está) (?:he |hecho|envié|mandé|hice)/iu,
  takesOn: pattern`
  (?<!\p{L})(?:(?:ya )?(?:lo|la|los|las) (?:hago|haré|reviso|miro|preparo|envío|mando) yo|
  yo me encargo|me encargo yo|lo hago yo|yo lo hago|los reviso|lo reviso)(?!\p{L})`,
  cancels: /^(?:no importa|olvídalo|déjalo|da igual)/iu,
  defers: pattern`
  (?<!\p{L})(?:no (?:lo )?(?:sé|sabemos|estoy segur[oa]|tengo idea|recuerdo)|ni idea|depende|
  tengo que (?:mirarlo|preguntar|consultar)|hay que (?:verlo|mirarlo)|todavía no|aún no|
  ya veremos|buena pregunta|lo (?:miro|consulto|averiguo))(?!\p{L})`,
  leavesOpen:
    /(?<!\p{L})(?:la (?:pregunta|duda) es|queda (?:abierto|pendiente)|no (?:está|queda) claro)/iu,
  social: pattern`
  (?:cómo estás|cómo está usted|qué tal|me oyes|me escuchas|alguna (?:pregunta|duda)|¿?verdad\?)`,
  smallTalk: pattern`
  ^(?:hola|buenos días|buenas (?:tardes|noches)|gracias|muchas gracias|adiós|hasta (?:luego|
  mañana|pronto)|perfecto|de nada|encantad[oa]|bienvenid)`,
  objection: pattern`
  (?<!\p{L})(?:(?:me|nos) preocupa|demasiado (?:caro|cara|caros|alto|lento|complicado|tarde)|
  muy car[oa]s?|no (?:estoy|estamos) (?:segur|convencid)|no (?:tengo|tenemos) (?:presupuesto|
  tiempo)|el problema es|(?:tengo|tenemos) (?:dudas|una duda)|no me convence|
  se sale del presupuesto|no veo)(?!\p{Ll}{3})`,
  noObjection: never,
  sympathy: /^(?:entiendo|lo entiendo|es verdad|tiene razón|tienes razón|claro|comprendo)[.,!]?$/iu,
  problem: pattern`
  (?<!\p{L})(?:problemas?|riesgos?|errores|error|fall(?:a|an|o|os|ó)|retras\p{L}+|
  preocupa\p{L}*|falta|roto|no funciona|quejas?|bloquead\p{L}+|demasiado)(?!\p{L})`,
  noProblem: /(?<!\p{L})(?:no hay problema|sin problemas?|ningún problema)(?!\p{L})/iu,
  need: pattern`
  (?<!\p{L})(?:necesit(?:o|amos|an)|quer(?:emos|ría|ríamos)|nos (?:gustaría|hace falta)|
  busc(?:o|amos))`,
  decision: pattern`
  (?<!\p{L})(?:(?:hemos |ya )?(?:decidimos|decidido|acordamos|acordado)|quedamos en|
  nos quedamos con|está decidido|aprobado|entonces (?:vamos con|lo hacemos))(?!\p{L})`,
}
