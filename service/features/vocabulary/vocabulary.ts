import { Type, type Static } from 'typebox'
import { errors } from '../../core/errors.ts'
import type { StoredTerm } from '../../db/tables.ts'
import { Body, TextNotBlank } from '../../http/shapes.ts'

const Spelling = (description: string, example: string) =>
  TextNotBlank({
    maxLength: 100,
    description,
    examples: [example],
  })

const Term = Spelling('Its right spelling', 'Kubernetes')
const Misspellings = Type.Array(Spelling('As the engine writes it', 'cuber netes'), {
  maxItems: 20,
  description: 'What the engine is known to write in its place; replaced by the term',
})
const about = {
  description:
    'Names and terms: favoured by the engine, and set right in what it wrote. Those of a ' +
    'project come before those of the organization.',
}

/** Names and terms in their right spelling, as they are kept and answered. */
export const Vocabulary = Type.Array(
  Type.Object({ term: Term, heard_as: Misspellings }, { title: 'VocabularyTerm' }),
  about,
)

/** The same in a body: the whole list each time, as lists of settings are. */
export const NewVocabulary = Type.Array(
  Body({ term: Term, heard_as: Type.Optional(Misspellings) }, { title: 'VocabularyTermInput' }),
  { maxItems: 500, ...about, examples: [[{ term: 'Kubernetes', heard_as: ['cuber netes'] }]] },
)
type NewVocabulary = Static<typeof NewVocabulary>

/** What is compared of a spelling: its letters and digits, whatever stands between them. */
export const toKey = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '')

/** The list as it is kept; 400 where one spelling stands for two terms. */
export function requireVocabulary(given: NewVocabulary, field: string): StoredTerm[] {
  const terms = given.map(({ term, heard_as = [] }) => ({
    term: tidy(term),
    heard_as: heard_as.map(tidy),
  }))
  const owners = new Map<string, number>()
  terms.forEach(({ term }, index) => {
    const at = `${field}.${index}.term`
    const key = toKey(term)
    if (key === '') throw errors.invalid(at, 'invalid', 'A term must hold a letter or a digit.')
    if (owners.has(key)) throw errors.invalid(at, 'duplicate', `"${term}" is listed twice.`)
    owners.set(key, index)
  })
  terms.forEach(({ heard_as }, index) => {
    heard_as.forEach((misspelling, place) => {
      const at = `${field}.${index}.heard_as.${place}`
      const key = toKey(misspelling)
      if (key === '') throw errors.invalid(at, 'invalid', 'It must hold a letter or a digit.')
      if ((owners.get(key) ?? index) !== index) {
        throw errors.invalid(at, 'ambiguous', `"${misspelling}" stands for two terms.`)
      }
      owners.set(key, index)
    })
  })
  return terms
}

const tidy = (text: string): string => text.trim().replaceAll(/\s+/g, ' ')
