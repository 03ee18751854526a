/** French: promises, requests, deferred questions, objections. */
import { cue, joined, namedCue, pattern } from '../pattern.ts'
import type { Cue, Wording } from './wording.ts'

const infinitive = joined`
  (?:me |m'|te |t'|vous |nous |lui |leur |le |la |les |l'|y |en )*(?<verb>\p{L}+(?:er|ir|re|
  oir))(?!\p{L})`
const talk = String.raw`(?!(?:votre|notre|être|dire|voir|commencer|avoir|parler)(?!\p{L}))`
const object = String.raw`(?:(?:vous|te|lui|leur|le|la|les|nous) |[tl]'|m'en |m')`

const cues: readonly Cue[] = [
  {
    kind: 'you',
    pattern: cue`
  (?<!\p{L})(?:pouvez-vous|pourriez-vous|peux-tu|pourrais-tu|tu peux|tu pourrais|vous pouvez|
  vous pourriez|est-ce que (?:tu peux|vous pouvez))(?: aussi| également|
  \x20s'il vous plaît)* (?!(?:me dire|m'entendre|répéter|m'expliquer)(?!\p{L}))${infinitive}`,
  },
  {
    kind: 'you',
    pattern: cue`
  (?<!\p{L})(?:veuillez|merci de|n'oubliez pas de|n'oublie pas de|pensez à|
  pense à) ${talk}${infinitive}|(?<!\p{L})(?<verb>envoyez|envoie|appelez|rappelez|préparez|
  vérifiez|contactez)-(?:moi|nous|le|la|les)`,
  },
  {
    kind: 'nobody',
    pattern: cue`(?<!\p{L})quelqu'un (?:peut|pourrait|doit|devrait) ${infinitive}`,
  },
  {
    kind: 'offer',
    pattern: cue`voulez-vous que je (?<verb>\p{L}+)|tu veux que je (?<verb>\p{L}+)`,
  },
  { kind: 'self', pattern: cue`(?<!\p{L})je (?:vais|dois) (?!pas(?!\p{L}))${talk}${infinitive}` },
  {
    kind: 'self',
    pattern: cue`
  (?<!\p{L})(?:je ${object}?|j')(?<verb>envoie|rappelle|appelle|transmets|prépare|vérifie|
  contacte|occupe|charge|écris|renvoie|confirme|réserve|commande|tiens au courant|
  fais parvenir)(?!\p{L})(?! pas(?!\p{L}))`,
  },
  {
    kind: 'self',
    pattern: cue`
  (?<!\p{L})(?:je ${object}?|j')(?!(?:serai|aurai|pourrai|dirai|saurai|
  devrai)(?!\p{L}))(?<verb>\p{L}{2,}rai)(?!\p{L})(?! pas(?!\p{L}))`,
  },
  {
    kind: 'duty',
    pattern: cue`
  (?<!\p{L})(?:nous devons|on doit|il faut|il faudrait|on devrait) ${talk}${infinitive}`,
  },
  { kind: 'group', pattern: cue`(?<!\p{L})(?:on va|nous allons) ${talk}${infinitive}` },
  {
    kind: 'named',
    pattern: namedCue`
  (?<!\p{L})(?!(?:Il|Elle|On|Ce|Ça|Qui|Je|Tu|Cela)(?!\p{L}))(?<who>(?:Madame |
  Monsieur )?\p{Lu}\p{Ll}+) (?:va|doit|devra|peut) ${talk}${infinitive}`,
  },
]

export const french: Wording = {
  fillers: /(?:[,.] ?)?(?<!\p{L})(?:euh+|hein|bah|ben|du coup|en fait),/giu,
  cues,
  doing: /./u,
  solid: /./u,
  noTask: pattern`
  (?<!\p{L})(?:normalement, je|d'habitude|toujours|souvent|chaque (?:fois|jour)|j'allais|
  je voulais|j'aurais|si j'avais|je ne (?:peux|vais|pense) pas|je ne suis pas sûr|a dit que|
  il dit que)(?!\p{L})`,
  reported: /(?:dit|disait|demandé|si|quand)(?: que)?\s*$/iu,
  asksForStory: /(?<!\p{L})(?:comment (?:faites-vous|fais-tu)|racontez|décrivez|parlez-moi)/iu,
  accepts: pattern`
  ^(?:oui|bien sûr|d'accord|volontiers|certainement|ok|okay|entendu|pas de problème|très bien|
  parfait|avec plaisir|tout à fait|c'est noté|ça marche)(?!\p{L})`,
  refuses: /^(?:non|malheureusement|désolée?|ce n'est pas possible)(?!\p{L})/iu,
  done: /(?<!\p{L})(?:c'est (?:déjà )?fait|je l'ai déjà|j'ai déjà)(?!\p{L})/iu,
  takesOn: pattern`
  (?<!\p{L})(?:je m'en (?:occupe|charge)|je (?:le|la|les) fais|je le ferai|je prends)(?!\p{L})`,
  cancels: /^(?:laisse tomber|laissez tomber|oublie|peu importe|ce n'est pas grave)/iu,
  defers: pattern`
  (?<!\p{L})(?:je ne sais pas|on ne sait pas|aucune idée|ça dépend|cela dépend|pas (?:sûre?|
  encore)|je dois (?:demander|vérifier|voir)|bonne question|on verra|à voir|je me renseigne|
  il faut que je)(?!\p{L})`,
  leavesOpen:
    /(?<!\p{L})(?:la question est|reste à (?:savoir|voir|décider)|ce n'est pas (?:clair|décidé))/iu,
  social: pattern`
  (?:comment allez-vous|comment vas-tu|ça va ?\?|vous m'entendez|tu m'entends|
  autres? questions?|puis-je vous aider|n'est-ce pas|autre chose)`,
  smallTalk: pattern`
  ^(?:bonjour|bonsoir|salut|merci|au revoir|à bientôt|à demain|bonne (?:journée|soirée)|
  je vous remercie|enchantée?|bienvenue|de rien|parfait|je vous en prie)`,
  objection: pattern`
  (?<!\p{L})(?:trop (?:chers?|chères?|élevée?s?|compliquée?s?|longs?|lents?|tard)|(?:m'|
  nous )inquiète|inquiet|inquiète|pas (?:le|de) (?:budget|temps)|pas (?:convaincue?|sûre? que)|
  le problème,? c'est|c'est (?:beaucoup|cher)|j'ai (?:un doute|des doutes|peur)|je ne vois pas|
  hors budget|je crains)(?!\p{L})`,
  noObjection: /(?<!\p{L})(?:pas trop cher|pas d'inquiétude|aucun doute)(?!\p{L})/iu,
  sympathy:
    /^(?:je comprends|je vous comprends|c'est vrai|vous avez raison|tout à fait|d'accord)[.,!]?$/iu,
  problem: pattern`
  (?<!\p{L})(?:problèmes?|risques?|erreurs?|retards?|pannes?|bloquée?s?|cassée?s?|ne (?:marche|
  fonctionne) pas|inqui\p{L}+|plaintes?|manque|trop (?:cher|lent|tard)|personne ne|
  en retard)(?!\p{L})`,
  noProblem: /(?<!\p{L})(?:pas de problème|aucun problème|sans problème)(?!\p{L})/iu,
  need: pattern`
  (?<!\p{L})(?:(?:j'ai|nous avons|on a) besoin|je (?:voudrais|cherche)|nous (?:voulons|
  cherchons|aimerions)|il (?:me|nous) faut)`,
  decision: pattern`
  (?<!\p{L})(?:(?:nous avons|on a|avons) (?:\p{L}+ )?(?:décidé|convenu)|on (?:part sur|
  reste sur|garde)|c'est (?:décidé|validé|approuvé)|donc on (?:fait|prend))(?!\p{L})`,
}
