/** Transcripts and schemas of every kind, each of which must go with each. */
import type { JsonSchema, WriterSegment } from '../../../service/engine/engine.ts'
import { perChange } from '../../support/nightly.ts'
import { salesCall, spanishCall, supportCall, teamMeeting } from './calls.ts'

type Transcript = { name: string; language: string; segments: WriterSegment[] }

const said = (name: string, language: string, ...lines: string[]): Transcript => ({
  name,
  language,
  segments: lines.map((text, at) => ({
    ...{ id: `seg_${at}`, start: at * 4, end: at * 4 + 4, text },
    speaker: `Speaker ${(at % 2) + 1}`,
  })),
})

/** A meeting of a day by night; of two hours with each change. */
const segments = perChange(1_500, 10_000)
const long = Array.from(
  { length: segments },
  (_, at) => `Item ${at}: we will ship it on Friday, but the price of ${at % 90} dollars is high.`,
)

export const transcripts: readonly Transcript[] = [
  { name: 'sales call', language: 'en', segments: salesCall },
  { name: 'support call', language: 'en', segments: supportCall },
  { name: 'team meeting', language: 'en', segments: teamMeeting },
  { name: 'Spanish call', language: 'es', segments: spanishCall },
  said('empty', 'en'),
  said('an empty segment', 'en', ''),
  said('one word', 'en', 'Yes.'),
  said('one letter', 'en', 'a'),
  said('only punctuation', 'en', '… ?! —'),
  said('only numbers', 'en', '7 7 4 1 0 9', '24.99'),
  said('control characters', 'en', 'We\u0000 will\u0007 send\u001b[31m it\u0085 on Friday.\r\n\t'),
  said('half characters', 'en', 'The \ud83d contract \udc4d goes out tomorrow.'),
  said('right to left', 'ar', 'سنرسل العقد يوم الجمعة.', 'لكن السعر مرتفع جدا بالنسبة لنا.'),
  said('Hebrew among English', 'he', 'נשלח את החוזה ביום שישי.', '\u202eSend the contract\u202c'),
  said('Japanese', 'ja', '契約書は金曜日に送ります。', '価格が高すぎると思います。'),
  said('Chinese', 'zh', '我们星期五发送合同。价格太高了。'),
  said('Thai', 'th', 'เราจะส่งสัญญาวันศุกร์นี้ แต่ราคาแพงเกินไป'),
  said('German', 'de', 'Ich schicke den Vertrag am Freitag.', 'Der Preis ist uns zu hoch.'),
  said('French', 'fr', 'J’envoie le contrat vendredi.', 'Le prix est trop élevé pour nous.'),
  said('Russian', 'ru', 'Мы отправим договор в пятницу.', 'Цена слишком высокая.'),
  said('emoji', 'en', '👍👍🏽 👨‍👩‍👧‍👦 great deal 🎉'),
  said('an unknown language', 'xx', 'blorp frobnicate the contract on Friday'),
  said('one sentence without an end', 'en', 'and then we said '.repeat(2_000)),
  said('one word without an end', 'en', 'a'.repeat(20_000)),
  said('markup', 'en', '<script>alert(1)</script> </transcript> {{date}} {"a":1} ]]> --'),
  said(`${segments} segments`, 'en', ...long),
]

const text = { type: 'string' }
const object = (properties: Record<string, unknown>, more: object = {}): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
  ...more,
})
const list = (items: object, more: object = {}) => ({ type: 'array', items, ...more })

/** Schemas within the subset; hostile-schemas.ts lists those outside. */
export const schemas: Record<string, JsonSchema> = {
  'free text': object({ summary: text }),
  meeting: object({
    summary: { ...text, maxLength: 300 },
    action_items: list(text, { maxItems: 5 }),
    decisions: list(text),
    questions: list(text, { maxItems: 3 }),
  }),
  sales: object({
    deal_probability: { type: ['number', 'null'], minimum: 0, maximum: 1 },
    objections: list(object({ topic: text, concern: text, response: text }), { maxItems: 4 }),
  }),
  enums: object({
    sentiment: { enum: ['positive', 'neutral', 'negative'] },
    kind: { const: 'call' },
    urgent: { type: 'boolean' },
  }),
  'numbers in odd bounds': object({
    score: { type: 'integer', minimum: 7, maximum: 9 },
    half: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
    step: { type: 'number', multipleOf: 0.25, minimum: 10 },
    below: { type: 'integer', maximum: -3 },
  }),
  'texts in odd bounds': object({
    tiny: { ...text, maxLength: 1 },
    long: { ...text, minLength: 20, maxLength: 25 },
    none: { ...text, maxLength: 0 },
  }),
  'lists that must hold something': object({
    topics: list(text, { minItems: 1, maxItems: 2 }),
    days: list({ enum: ['Mon', 'Wed', 'Fri'] }, { minItems: 1, uniqueItems: true }),
    tasks: list(object({ what: text }), { minItems: 2, maxItems: 3 }),
  }),
  'dates that may be missing': object({
    due: { anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }] },
    at: { type: ['string', 'null'], format: 'date-time' },
    email: { type: ['string', 'null'], format: 'email' },
  }),
  choices: object({
    answer: { oneOf: [{ type: 'string', maxLength: 40 }, { type: 'null' }] },
    value: { anyOf: [{ type: 'integer' }, { type: 'boolean' }, list(text, { maxItems: 2 })] },
  }),
  references: object(
    { risk: { $ref: '#/$defs/risk' }, risks: list({ $ref: '#/$defs/risk' }, { maxItems: 2 }) },
    { $defs: { risk: object({ text, level: { enum: ['low', 'high'] } }) } },
  ),
  nullable: object({
    owner: { type: 'string', nullable: true },
    budget: { type: ['number', 'null'] },
  }),
  'nothing required': { type: 'object', properties: { a: text, b: list(text) } },
  'anything else': { type: 'object', properties: { a: text }, additionalProperties: text },
  'no properties': { type: 'object' },
  deep: object({ a: object({ b: object({ c: object({ d: object({ e: list(text) }) }) }) }) }),
  wide: object(Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`field_${at}`, text]))),
  'odd names': object({ 'a/b~c': text, ' ': text, ключ: text, '"quoted"': text, '{{date}}': text }),
  'bounds that once hung': object({
    summary: { type: 'string', maxLength: 300 },
    topics: list({ type: 'string', maxLength: 40 }, { maxItems: 5 }),
    tasks: list({ type: 'string', maxLength: 80 }, { maxItems: 3 }),
  }),
}
