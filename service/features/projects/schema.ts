import { Type, type Static } from 'typebox'
import {
  Body,
  FormattedText,
  Id,
  Nullable,
  NameText,
  SpokenLanguage,
  Timestamp,
} from '../../http/shapes.ts'
import { NewVocabulary, Vocabulary } from '../vocabulary/vocabulary.ts'

const Name = NameText({
  maxLength: 200,
  examples: ['Sales calls'],
})
const Description = Type.String({
  maxLength: 2_000,
  examples: ['Every call with a customer, since spring'],
})

const flags = {
  auto_analyze: Type.Boolean({ description: 'Analyse each recording once it is transcribed' }),
  translate_to_english: Type.Boolean({
    description: 'Write transcripts in English whatever is spoken',
  }),
  voice_memory: Type.Boolean({
    description:
      'Remember the voices of speakers that are named, and propose those names in later ' +
      'recordings; false forgets every voice of the project',
  }),
}

const Settings = Type.Object(
  {
    default_prompt_id: Nullable(
      Type.String({
        description: 'The prompt for analyses that name none',
        examples: ['prompt_01kayr3c9nfq4tq4h6zr6yv0b2'],
      }),
    ),
    ...flags,
    language: Nullable(
      Type.String({
        description: 'ISO 639-1 code of what is spoken; null where it is detected',
        examples: ['en'],
      }),
    ),
    speech_model: Nullable(
      Type.String({
        description: 'Id of the model that transcribes; null for the default',
        examples: ['whisper-base-q5_1'],
      }),
    ),
    vocabulary: Vocabulary,
  },
  { title: 'ProjectSettings' },
)

/** Spec: Project; list items omit settings. */
export const ProjectListItem = Type.Object(
  {
    id: Id('proj'),
    name: Type.String({ examples: ['Sales calls'] }),
    slug: Type.String({ examples: ['sales-calls'] }),
    description: Nullable(Type.String({ examples: ['Every call with a customer'] })),
    content_count: Type.Integer({
      description: 'As many as its list has, with those that are announced and still to be sent',
      examples: [12],
    }),
    latest_content_at: Nullable(Timestamp),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'ProjectListItem' },
)

export const Project = Type.Object(
  { ...ProjectListItem.properties, settings: Settings },
  { title: 'Project' },
)
export type Project = Static<typeof Project>

const SettingsChange = Body(
  {
    default_prompt_id: Type.Optional(
      Nullable(
        Type.String({
          minLength: 1,
          maxLength: 100,
          description: 'The prompt for analyses that name none; null for that of the organization',
          examples: ['prompt_01kayr3c9nfq4tq4h6zr6yv0b2'],
        }),
      ),
    ),
    language: Type.Optional(
      Nullable(SpokenLanguage('ISO 639-1 code of what is spoken; null or auto detects it')),
    ),
    speech_model: Type.Optional(
      Nullable(
        Type.String({
          minLength: 1,
          maxLength: 100,
          description: 'Id of a speech-to-text model of GET /v1/models; null for the default',
          examples: ['whisper-base-q5_1'],
        }),
      ),
    ),
    auto_analyze: Type.Optional(flags.auto_analyze),
    translate_to_english: Type.Optional(flags.translate_to_english),
    voice_memory: Type.Optional(flags.voice_memory),
    vocabulary: Type.Optional(NewVocabulary),
  },
  { title: 'ProjectSettingsChange' },
)
export type SettingsChange = Static<typeof SettingsChange>

export const NewProject = Body(
  {
    name: Name,
    slug: Type.Optional(
      Nullable(
        FormattedText(
          '^[a-z0-9]+(-[a-z0-9]+)*$',
          'must consist of lower-case letters and digits, with single hyphens between them',
          {
            maxLength: 60,
            description: 'Left out or null, it is made from the name',
            examples: ['sales-calls'],
          },
        ),
      ),
    ),
    description: Type.Optional(Nullable(Description)),
    settings: Type.Optional(SettingsChange),
  },
  { title: 'ProjectInput', examples: [{ name: 'Sales calls', settings: { auto_analyze: true } }] },
)
export type NewProject = Static<typeof NewProject>

export const ProjectChange = Body(
  {
    name: Type.Optional(Name),
    description: Type.Optional(Nullable(Description)),
    settings: Type.Optional(SettingsChange),
  },
  { title: 'ProjectChange', examples: [{ settings: { auto_analyze: true } }] },
)
export type ProjectChange = Static<typeof ProjectChange>
