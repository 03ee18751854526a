/**
 * German. The verb of a promise often comes last, so the cue is the pronoun with its finite verb.
 */
import { cue, joined, namedCue, pattern } from '../pattern.ts'
import type { Cue, Wording } from './wording.ts'

const acts = joined`
  (?:schicke|sende|rufe|prüfe|kläre|kümmere|schreibe|bestelle|erstelle|bereite|organisiere|
  frage|melde|gebe|bringe|übernehme|schaue|leite|buche|plane|aktualisiere|bespreche|informiere|
  erledige|besorge|hole|reiche|trage|stelle|mache|teste|repariere|liefere|vereinbare|lade|
  spreche|überarbeite|ergänze|passe|sorge|maile|teile|richte|setze|lasse)`
const name = joined`
  (?!(?:Ich|Wir|Sie|Er|Es|Das|Die|Der|Man|Wer|Was|Wie|Da|Dann|Und|Aber|Ja|Nein|Gut|Danke|Bitte|
  Niemand|Jemand|Alle|Heute|Morgen)\b)(?<who>(?:(?:Frau|Herr|Dr\.) )?\p{Lu}\p{L}+)`

const cues: readonly Cue[] = [
  {
    kind: 'you',
    pattern: cue`
  (?<!\p{L})(?:(?:können|könnten|würden) Sie|(?:kannst|könntest|würdest) du|(?:könnt|
  könntet) ihr)(?<verb>)(?! (?:mich hören|mir sagen|das wiederholen|mir erklären))`,
  },
  {
    kind: 'you',
    pattern: cue`
  (?<!\p{L})bitte (?!(?:sehr|schön|nicht|noch|kurz|warten)(?!\p{L}))(?<verb>\p{Ll}+(?:en|e|ern|
  eln))(?: Sie)?(?!\p{L})|(?<=^(?:(?:und|dann|gut|okay),? )*)(?<verb>schicken|senden|rufen|
  melden|prüfen|bestellen|schreiben) Sie(?!\p{L})|(?<!\p{L})(?:vergiss nicht|
  vergessen Sie nicht|denk daran)(?<verb>)`,
  },
  {
    kind: 'nobody',
    pattern: cue`(?<!\p{L})(?:kann|könnte|muss|sollte) (?:das )?(?<verb>jemand)(?!\p{L})`,
  },
  { kind: 'offer', pattern: cue`(?<!\p{L})soll ich (?<verb>\p{L}+)` },
  {
    kind: 'self',
    pattern: cue`
  (?<!\p{L})ich (?:werde|muss|kann (?!(?:nicht|mir|mich|das nicht|sagen|
  verstehen)(?!\p{L})))(?<verb>)(?! (?:nicht|nie|sagen|sehen|zugeben)(?!\p{L}))|
  (?<!\p{L})(?:werde|muss) ich(?<verb>)(?! nicht(?!\p{L}))`,
  },
  {
    kind: 'self',
    pattern: cue`(?<!\p{L})(?:ich (?<verb>${acts})(?! nicht)|(?<verb>${acts}) ich)(?!\p{L})`,
  },
  {
    kind: 'duty',
    pattern: cue`
  (?<!\p{L})(?:wir (?:müssen|sollten|müssten)|man (?:muss|sollte))(?<verb>)(?! nicht)`,
  },
  {
    kind: 'group',
    pattern: cue`
  (?<!\p{L})(?:wir werden|lass(?:t|en Sie)? uns)(?<verb>)(?! (?:nicht|sehen|anfangen|beginnen|
  mit)(?!\p{L}))`,
  },
  {
    kind: 'named',
    pattern: namedCue`
  (?<=^|[,.:] |dann |und |dass )${name} (?<verb>soll|wird|übernimmt|kümmert sich|schickt|
  muss)(?!\p{L})(?! nicht)`,
  },
]

export const german: Wording = {
  fillers: /(?:[,.] ?)?(?<!\p{L})(?:äh+m*|öh+m*|hm+|also|halt|sozusagen),/giu,
  cues,
  doing: /^/u,
  solid: /^/u,
  noTask: pattern`
  (?<!\p{L})(?:normalerweise|immer|meistens|früher|oft|wenn ich .* (?:hätte|wäre)|hätte|
  würde ich|wollte|jedes Mal|jeden Tag|musste|sollte eigentlich|glaube nicht|nicht sicher|
  ich kann nicht)(?!\p{L})`,
  reported: /(?:sagte?|meinte?|gesagt|ob|wenn|dass)[,:]?\s*$/iu,
  asksForStory: /(?<!\p{L})(?:wie (?:machen|gehen|arbeiten)|erzählen Sie|beschreiben Sie|erzähl)/iu,
  accepts: pattern`
  ^(?:ja|klar|gerne?|natürlich|selbstverständlich|okay|ok|mache ich|mach ich|in ordnung|
  geht klar|allesklar|gut|sicher|einverstanden)(?!\p{L})`,
  refuses: /^(?:nein|leider|nicht|das geht nicht|tut mir leid)(?!\p{L})/iu,
  done: pattern`
  (?<!\p{L})(?:habe ich (?:schon|bereits)|schon (?:erledigt|gemacht|geschickt)|
  ist erledigt)(?!\p{L})`,
  takesOn: pattern`
  (?<!\p{L})(?:das (?:mache|übernehme|erledige) ich|mach(?:e)? ich|ich (?:mache|übernehme|
  erledige) das|ich kümmere mich|kümmere ich mich|wird erledigt)(?!\p{L})`,
  cancels: /^(?:vergiss es|vergessen Sie es|egal|schon gut|nicht nötig)/iu,
  defers: pattern`
  (?<!\p{L})(?:weiß (?:ich|das|es)(?: \p{L}+){0,2} (?:nicht|noch nicht)|ich weiß (?:es |
  das )?(?:noch )?nicht|keine Ahnung|nicht sicher|muss ich (?:noch )?(?:fragen|klären|nachsehen|
  schauen|prüfen)|das klären wir|kommt darauf an|hängt davon ab|noch (?:nicht (?:klar|
  entschieden)|offen|unklar)|gute Frage|schauen wir)(?!\p{L})`,
  leavesOpen: pattern`
  (?<!\p{L})(?:die Frage ist|offen ist|(?:ist|bleibt) (?:noch )?(?:offen|unklar)|
  wir wissen (?:noch )?nicht)`,
  social:
    /(?:wie geht|hören Sie mich|hörst du mich|noch fragen|oder\?$|nicht wahr|weitere fragen)/iu,
  smallTalk: pattern`
  ^(?:hallo|guten (?:morgen|tag|abend)|servus|moin|danke|vielen dank|tschüss|auf wieder|
  bis (?:bald|morgen|dann|nächste)|prima|schönen (?:tag|abend)|herzlich willkommen|willkommen|
  gern geschehen)`,
  objection: pattern`
  (?<!\p{L})(?:bedenken|sorgen?(?: mache| macht|,| wegen| um)|befürcht\p{L}+|zu (?:teuer|hoch|
  lang|langsam|kompliziert|spät|knapp|riskant)|ziemlich (?:teuer|viel)|kein (?:budget|geld)|
  keine zeit|nicht (?:sicher|überzeugt)|das problem ist|sehe nicht|skeptisch|zweifel|einwand|
  dagegen spricht)(?!\p{L})`,
  noObjection: /(?<!\p{L})(?:keine (?:bedenken|sorge|zweifel)|nicht zu teuer)(?!\p{L})/iu,
  sympathy:
    /^(?:das stimmt|verstehe|ich verstehe|das verstehe ich|klar|stimmt|richtig|okay)[.,!]?$/iu,
  problem: pattern`
  (?<!\p{L})(?:problem\p{L}*|risik\p{L}+|fehler\p{L}*|ausfall\p{L}*|(?:fällt|fiel) .*aus|defekt|
  kaputt|verzöger\p{L}+|verspät\p{L}+|bedenken|sorgen|beschwer\p{L}+|funktioniert nicht|
  zu (?:teuer|spät|langsam)|fehlt|engpass)(?!\p{L})`,
  noProblem: /(?<!\p{L})(?:kein problem|keine probleme|ohne probleme)(?!\p{L})/iu,
  need: pattern`
  (?<!\p{L})(?:(?:brauche|brauchen|benötigen|benötige|möchten|möchte|suchen|wünsche|
  wünschen)(?!\p{L}))`,
  decision: pattern`
  (?<!\p{L})(?:(?:haben|wir) (?:\p{L}+ ){0,3}(?:entschieden|beschlossen|vereinbart|geeinigt)|
  dann (?:machen|nehmen) wir|wir (?:nehmen|bleiben bei|einigen uns)|ist (?:beschlossen|
  genehmigt)|abgemacht)(?!\p{L})`,
}
