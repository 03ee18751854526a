import { Type, type Static } from 'typebox'
import { Body, Id, Nullable, Timestamp } from '../../http/shapes.ts'

const Name = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' })
const Description = Type.String({ maxLength: 2_000 })

const Settings = Type.Object(
  {
    default_prompt_id: Nullable(Type.String()),
    auto_analyze: Type.Boolean(),
  },
  { title: 'ProjectSettings' },
)

/** Spec: Project; list items omit settings. */
export const ProjectListItem = Type.Object(
  {
    id: Id('proj'),
    name: Type.String(),
    slug: Type.String(),
    description: Nullable(Type.String()),
    content_count: Type.Integer(),
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
    default_prompt_id: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 100 }))),
    auto_analyze: Type.Optional(Type.Boolean()),
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
  { title: 'NewProject' },
)
export type NewProject = Static<typeof NewProject>

export const ProjectChange = Body(
  {
    name: Type.Optional(Name),
    description: Type.Optional(Nullable(Description)),
    settings: Type.Optional(SettingsChange),
  },
  { title: 'ProjectChange' },
)
export type ProjectChange = Static<typeof ProjectChange>
