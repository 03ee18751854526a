import { Type, type TSchema } from 'typebox'
import type { IdPrefix } from '../core/ids.ts'

/** An id of one kind; its form is checked by look-up, so that a wrong one answers 404 and not 400. */
export const Id = <P extends IdPrefix>(prefix: P) =>
  Type.String({
    description: `Identifier, prefix ${prefix}_`,
    examples: [`${prefix}_01kayr3c9nfq4tq4h6zr6yv0b2`],
  })

export const Timestamp = Type.String({
  format: 'date-time',
  description: 'ISO 8601, UTC',
  examples: ['2026-11-21T09:30:00.000Z'],
})

/** A time in a request: ISO 8601, also with another zone or as a date (core/iso-time.ts). */
export const IsoTime = (description: string) =>
  Type.String({ format: 'date-time', description, examples: ['2026-11-21T09:30:00Z'] })

/** Of a recording, wherever one is named: beside the filename, which stays what was uploaded. */
export const ShownTitle = Type.String({
  description: 'What the recording is called, as its own record has it; an Earshot addition',
  examples: ['Budget with Mary'],
})

export const Nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])

export const StringEnum = <const V extends string>(values: readonly V[], options: object = {}) =>
  Type.Unsafe<V>({ type: 'string', enum: values, ...options })

/** A text of a certain form. `expected` is the message of a refusal, which never shows the pattern. */
export const FormattedText = (pattern: string, expected: string, options: object = {}) =>
  Type.String({ pattern, 'x-pattern-message': expected, ...options })

/** A text that holds more than white space. */
export const TextNotBlank = (options: { maxLength: number; [keyword: string]: unknown }) =>
  FormattedText('\\S', 'must not be blank', { minLength: 1, ...options })

/** Takes no place in a line: blanks, joiners, marks of direction, fillers. */
const blank = '\\s\\u061c\\u115f\\u1160\\u200c-\\u200f\\u2800\\u3164\\ufe00-\\ufe0f\\uffa0'
/** Controls, line ends, overrides of direction and what is never seen: in a name they only deceive. */
const control =
  '\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u180e\\u200b\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb'

/**
 * What something or somebody is called: one line that can be seen. Blanks around it are taken off
 * before it is looked at (`x-trimmed`, server.ts). Each class of the pattern excludes the next, so
 * that no text takes long.
 */
export const NameText = (options: { maxLength: number; [keyword: string]: unknown }) =>
  FormattedText(
    `^[${blank}]*[^${blank}${control}][^${control}]*$`,
    'must be one line of text that can be seen',
    { minLength: 1, 'x-trimmed': true, ...options },
  )

/** What is spoken. Names and other codes of a language are read as its ISO 639-1 code (`x-language`, server.ts). */
export const SpokenLanguage = (description: string, example = 'en') =>
  Type.String({
    ...{ minLength: 1, maxLength: 20, 'x-language': true },
    description: `${description}. Names (\`german\`) and other codes (\`deu\`, \`de-AT\`) are taken too`,
    examples: [example],
  })

const closed = { additionalProperties: false }

/** A request body or query object; unknown body fields are refused (api-choices.md 1). */
export const Body = <const P extends Record<string, TSchema>>(
  properties: P,
  options: object = {},
) => Type.Object(properties, { ...closed, ...options })

export const Deleted = Type.Object(
  {
    id: Type.String({
      description: 'What was deleted',
      examples: ['proj_01kayr3c9nfq4tq4h6zr6yv0b2'],
    }),
    // No constant: some generated clients cannot hold one of a truth value.
    deleted: Type.Boolean({ description: 'Always true', examples: [true] }),
  },
  { title: 'Deletion' },
)

/** Why asynchronous work failed. */
export const Failure = Type.Object(
  {
    code: Type.String({ description: 'Stable; decide by it', examples: ['no_audio_stream'] }),
    message: Type.String({ examples: ['The file holds no sound.'] }),
  },
  { title: 'Failure' },
)
