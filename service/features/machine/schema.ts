import { Type, type Static } from 'typebox'
import { Id, Nullable, StringEnum, Timestamp } from '../../http/shapes.ts'

const Bytes = (description: string, example: number) =>
  Type.Integer({ format: 'int64', description, examples: [example] })
const Folder = Nullable(
  Type.String({
    description: 'Null but for the app and the command line on this machine',
    examples: ['/var/lib/earshot'],
  }),
)

const Isolation = Type.Object(
  {
    network: Type.Boolean({ description: 'Whether they are kept from any network' }),
    files: Type.Boolean({ description: 'Whether they read their input only' }),
    limits: Type.Boolean({ description: 'Whether memory and processor time are limited' }),
    missing: Nullable(
      Type.String({
        description: 'What is missing here, and how to get it; null: nothing',
        examples: ['This Linux kernel cannot keep them from other files.'],
      }),
    ),
  },
  { description: 'The box of the programs that decode, transcribe and write' },
)

export const Machine = Type.Object(
  {
    version: Type.String({ description: 'Of this software', examples: ['1.4.0'] }),
    platform: Type.String({ examples: ['linux'] }),
    memory_bytes: Bytes('Memory that models may count on', 17_179_869_184),
    cores: Type.Integer({ examples: [8] }),
    data_folder: Folder,
    speech_processor: Nullable(
      Type.Object(
        {
          kind: StringEnum(['cpu', 'gpu']),
          name: Nullable(
            Type.String({
              description: 'Of a graphics processor',
              examples: ['AMD Radeon RX 6600'],
            }),
          ),
          failed: Nullable(
            Type.String({
              description: 'A graphics processor that failed; the next start tries it again',
              examples: ['AMD Radeon RX 6600'],
            }),
          ),
        },
        { description: 'What transcribed last; null: nothing was transcribed since the start' },
      ),
    ),
    writing_processor: Nullable(
      Type.Object(
        {
          kind: StringEnum(['cpu', 'gpu']),
          name: Nullable(
            Type.String({ description: 'Of a graphics processor', examples: ['Apple M3'] }),
          ),
          layers: Nullable(
            Type.Integer({
              description: 'How many layers of the model the graphics processor worked on',
              examples: [37],
            }),
          ),
        },
        {
          description:
            'What an installed language model worked on last; null: on nothing since the start',
        },
      ),
    ),
    graphics_failure: Nullable(
      Type.Object(
        {
          name: Nullable(
            Type.String({
              description: 'Of the graphics processor; null: it failed before it told',
              examples: ['AMD Radeon RX 6600'],
            }),
          ),
          code: StringEnum(['engine_crashed', 'engine_timeout'], { examples: ['engine_crashed'] }),
          at: Timestamp,
        },
        {
          description:
            'The failure since which language models work on the processor, until the graphics ' +
            'processor has another driver or `POST /v1/machine/try-graphics`; null: it may be used',
        },
      ),
    ),
    engine_isolation: Isolation,
    components: Type.Array(
      Type.Object({
        name: Type.String({ examples: ['fastify'] }),
        version: Type.String({ examples: ['5.12.8'] }),
        licence: Type.String({ examples: ['MIT'] }),
      }),
      { description: 'What others made that this software runs with' },
    ),
  },
  { title: 'Machine' },
)
export type Machine = Static<typeof Machine>

export const Storage = Type.Object(
  {
    data_folder: Folder,
    recordings_bytes: Bytes(
      'Recordings as they were uploaded, also those in a store',
      3_200_000_000,
    ),
    transcripts_bytes: Bytes('Transcripts and their versions; part of database_bytes', 12_582_912),
    models_bytes: Bytes('Models that were installed or imported', 190_085_487),
    bundled_models_bytes: Bytes('Models that came with the software', 66_292_809),
    database_bytes: Bytes(
      'All that is not a recording or a model, with its log; on a database server without it',
      58_720_256,
    ),
    cache_bytes: Bytes('Faster copies of models, made again when needed', 145_000_000),
    backups_bytes: Bytes('Backups, wherever they are kept', 68_000_000),
    kept_bytes: Bytes('Libraries that another took the place of, and what recovery copied out', 0),
    other_bytes: Bytes('Uploads and sound on their way, keys, the lock', 20_480),
    free_bytes: Bytes('Left on the disk that holds the data folder', 120_000_000_000),
    disk_bytes: Bytes('Size of that disk', 500_000_000_000),
    measured_at: Timestamp,
  },
  { title: 'Storage' },
)
export type Storage = Static<typeof Storage>

const Host = Type.String({ examples: ['hooks.example.com'] })

export const Privacy = Type.Object(
  {
    webhooks: Type.Array(
      Type.Object({
        id: Id('wh'),
        host: Host,
        is_active: Type.Boolean({ examples: [true] }),
        all_events: Type.Boolean({ description: 'Whether it is told of everything' }),
        events: Type.Array(Type.String(), { examples: [['transcription.completed']] }),
        include_result: Type.Boolean({
          description: 'Whether it is also sent what was said, and what follows from it',
        }),
        last_delivery_at: Nullable(Timestamp),
        last_success_at: Nullable(Timestamp),
      }),
      {
        description:
          'Are told of events, with links to what they concern, or with the result itself; not every delivery is a success',
      },
    ),
    mail_server: Nullable(
      Type.Object({ host: Host }, { description: 'Takes invitations and notices; null: no mail' }),
    ),
    invitations: Type.Object({
      pending: Type.Integer({ examples: [1] }),
      last_sent_at: Nullable(Timestamp),
    }),
    model_downloads: Type.Array(
      Type.Object({
        model_id: Type.String({ examples: ['whisper-small-q5_1'] }),
        host: Nullable(
          Type.String({
            description: 'Null where Python’s own tool chose it',
            examples: ['models.example.org'],
          }),
        ),
        bytes: Type.Integer({ format: 'int64', examples: [190_085_487] }),
        at: Timestamp,
      }),
      { description: 'Models that were fetched; nothing of yours was sent for them' },
    ),
    model_servers: Type.Array(
      Type.Object({
        id: Id('msv'),
        host: Host,
        is_local: Type.Boolean({ description: 'Whether it is on this machine' }),
        is_encrypted: Type.Boolean({ description: 'Whether it is reached by https' }),
        is_used: Type.Boolean({
          description: 'Whether it gets the transcripts that are analysed now',
        }),
      }),
      { description: 'Programs with language models: the one that is used gets transcripts' },
    ),
    calendars: Type.Array(
      Type.Object({
        id: Id('cal'),
        name: Type.String({ examples: ['Work'] }),
        host: Host,
        read_at: Nullable(Timestamp),
      }),
      { description: 'Calendars whose addresses are read; nothing of yours is sent to them' },
    ),
    recording_store: Nullable(
      Type.Object(
        {
          host: Host,
          bucket: Type.String({ examples: ['earshot'] }),
          is_encrypted: Type.Boolean({ description: 'Whether it is reached by https' }),
        },
        { description: 'Keeps all recordings; null: they lie in the data folder' },
      ),
    ),
    database_server: Nullable(
      Type.Object(
        { host: Host },
        { description: 'Keeps everything but the recordings; null: it lies in the data folder' },
      ),
    ),
    trace_receiver: Nullable(
      Type.Object(
        { host: Host },
        { description: 'Is sent how long requests and jobs take, without a word or a name' },
      ),
    ),
    model_mirror: Nullable(
      Type.Object({ host: Host }, { description: 'Serves models in place of their own hosts' }),
    ),
    listens_on: StringEnum(['this_machine', 'other_machines'], {
      description:
        'Who can reach the service: programs on this machine only, or members elsewhere who sign in',
    }),
    sign_in_provider: Nullable(
      Type.Object({ host: Host }, { description: 'Learns which members sign in; null: none' }),
    ),
    engine_isolation: Isolation,
    public_host: Nullable(
      Type.String({
        description: 'The name that the owner set for receivers elsewhere',
        examples: ['earshot.example.org'],
      }),
    ),
  },
  { title: 'Privacy' },
)
export type Privacy = Static<typeof Privacy>
