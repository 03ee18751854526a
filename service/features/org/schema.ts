import { Type, type Static } from 'typebox'
import { Body, Id, Nullable, StringEnum, NameText, Timestamp } from '../../http/shapes.ts'
import { NewVocabulary, Vocabulary } from '../vocabulary/vocabulary.ts'

const DefaultModel = (example: string, description: string) =>
  Nullable(Type.String({ minLength: 1, maxLength: 400, description, examples: [example] }))
const speechText =
  'Id of the model that transcribes where neither recording nor project names one; null for the ' +
  'bundled one; an Earshot addition'
const languageText =
  'Id of the model that analyses, one that is installed or one of a model server; null for the ' +
  'largest installed one that fits this machine; an Earshot addition'

const AssistantsMayWrite = Type.Boolean({
  description:
    'Whether assistants that are connected by MCP may tick tasks, run prompts and upload recordings; ' +
    'without it they only read; an Earshot addition',
  examples: [false],
})

/** Spec: Organization. */
export const Organization = Type.Object(
  {
    id: Id('org'),
    name: Type.String({ examples: ['Acme'] }),
    slug: Type.String({ examples: ['acme'] }),
    settings: Type.Object({
      default_prompt_id: Id('prompt'),
      vocabulary: Vocabulary,
      speech_model: DefaultModel('whisper-base-q5_1', speechText),
      language_model: DefaultModel('qwen3-4b', languageText),
      assistants_may_write: AssistantsMayWrite,
    }),
    subscription: Type.Object({
      status: StringEnum(['active', 'trialing', 'past_due', 'canceled']),
      plan: Type.String({ description: 'local, on your own machine', examples: ['local'] }),
      current_period_end: Timestamp,
    }),
    usage: Type.Object({
      transcription_minutes: Type.Object({
        used: Type.Number({ examples: [412.5] }),
        limit: Type.Number({ examples: [100_000] }),
        resets_at: Timestamp,
      }),
      storage_gb: Type.Object({
        used: Type.Number({ examples: [3.2] }),
        limit: Type.Number({ examples: [500] }),
      }),
    }),
    created_at: Timestamp,
  },
  { title: 'Organization' },
)
export type Organization = Static<typeof Organization>

const Limit = (description: string) =>
  Type.Optional(
    Body({ limit: Type.Number({ minimum: 0, maximum: 1e9, description, examples: [1_000] }) }),
  )

/** Choice: the owner sets the limits of this machine; the body has the form of the record. */
export const OrganizationChange = Body(
  {
    name: Type.Optional(NameText({ maxLength: 200, examples: ['Acme'] })),
    settings: Type.Optional(
      Body({
        default_prompt_id: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 100,
            examples: ['prompt_01kayr3c9nfq4tq4h6zr6yv0b2'],
          }),
        ),
        vocabulary: Type.Optional(NewVocabulary),
        speech_model: Type.Optional(DefaultModel('whisper-base-q5_1', speechText)),
        language_model: Type.Optional(DefaultModel('qwen3-4b', languageText)),
        assistants_may_write: Type.Optional(AssistantsMayWrite),
      }),
    ),
    usage: Type.Optional(
      Body({
        transcription_minutes: Limit('Minutes that may be transcribed in a calendar month'),
        storage_gb: Limit('Gigabytes (10⁹ bytes) of recordings that may be kept'),
      }),
    ),
  },
  {
    title: 'OrganizationChange',
    examples: [{ name: 'Acme', usage: { transcription_minutes: { limit: 10_000 } } }],
  },
)
export type OrganizationChange = Static<typeof OrganizationChange>

export const NewOrganization = Body(
  {
    name: NameText({ maxLength: 200, examples: ['Acme'] }),
    owner_email: Type.String({
      format: 'email',
      maxLength: 254,
      description: 'Its first member, an admin who cannot be removed',
      examples: ['ann@example.org'],
    }),
    owner_name: Type.Optional(Nullable(NameText({ maxLength: 200, examples: ['Ann Lee'] }))),
  },
  { title: 'OrganizationInput' },
)
export type NewOrganization = Static<typeof NewOrganization>

export const AddedOrganization = Type.Object(
  {
    id: Id('org'),
    name: Type.String({ examples: ['Acme'] }),
    slug: Type.String({ examples: ['acme'] }),
    owner_id: Id('mem'),
  },
  { title: 'AddedOrganization' },
)
export type AddedOrganization = Static<typeof AddedOrganization>
