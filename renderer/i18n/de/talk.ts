import type { talk as english } from '../en/talk.ts'
import type { Texts } from '../texts.ts'

export const talk: Texts<typeof english> = {
  title: 'Gespräch',
  loading: 'Die Redeanteile werden gezählt',
  failed: 'Das wurde nicht geladen',
  nobody: 'Niemand hat gesprochen.',
  speakers: 'Sprechende',
  silence: '{{silence}} Stille',
  silenceAndOverlap: '{{silence}} Stille, {{overlap}} gleichzeitig gesprochen',
  pace_one: '{{count, number}} Wort pro Minute',
  pace_other: '{{count, number}} Wörter pro Minute',
  turns_one: '{{count, number}} Redebeitrag',
  turns_other: '{{count, number}} Redebeiträge',
  questions_one: '{{count, number}} Frage',
  questions_other: '{{count, number}} Fragen',
  interruptions_one: '{{count, number}} Unterbrechung',
  interruptions_other: '{{count, number}} Unterbrechungen',
  tones: {
    positive: 'positiver Ton',
    neutral: 'neutraler Ton',
    negative: 'negativer Ton',
  },
  monologue: 'längster Monolog {{length}}',
  playMonologue: '{{speaker}}, längster Monolog {{length}}: ab {{time}} abspielen',
  from: 'Ab {{time}}',
  table: 'Wer wann sprach, als Tabelle',
  when: 'Wer wann sprach',
  columns: { from: 'Ab', tone: 'Ton' },
  play: 'Ab {{time}} abspielen',
}
