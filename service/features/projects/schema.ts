import { Type, type Static } from 'typebox'
import { Body, Id, Nullable, Timestamp } from '../../http/shapes.ts'

const Name = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '\\S',
  examples: ['Sales calls'],
})
const Description = Type.String({
  maxLength: 2_000,
  examples: ['Every call with a customer, since spring'],
})

const Settings = Type.Object(
  {
    default_prompt_id: Nullable(
      Type.String({
        description: 'The prompt for analyses that name none',
        examples: ['prompt_01kayr3c9nfq4tq4h6zr6yv0b2'],
      }),
    ),
    auto_analyze: Type.Boolean({ description: 'Analyse each recording once it is transcribed' }),
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
    content_count: Type.Integer({ examples: [12] }),
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
    auto_analyze: Type.Optional(
      Type.Boolean({ description: 'Analyse each recording once it is transcribed' }),
    ),
  },
  { title: 'ProjectSettingsChange' },
)

export const NewProject = Body(
  {
    name: Name,
    slug: Type.Optional(
      Type.String({
        pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
        maxLength: 60,
        examples: ['sales-calls'],
      }),
    ),
    description: Type.Optional(Nullable(Description)),
    settings: Type.Optional(SettingsChange),
  },
  { title: 'NewProject', examples: [{ name: 'Sales calls', settings: { auto_analyze: true } }] },
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
