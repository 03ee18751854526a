import { group } from './command.ts'
import { figures } from './measure/table.ts'
import { operation } from './operation.ts'
import { toSize } from './size.ts'

/** earshot machine … */
export const machine = group('machine', 'this machine: version, storage, what leaves it', [
  operation(
    'getMachine',
    'show',
    'show the version, memory, cores, and what is inside the software',
    {
      examples: ['machine show', 'machine show --json | jq .components'],
    },
  ),
  operation('getStorage', 'storage', 'show what recordings, models and the database take'),
  operation('getPrivacy', 'privacy', 'show every way by which anything leaves this machine', {
    examples: ['machine privacy', 'machine privacy --json | jq .model_downloads'],
  }),
  operation('tryGraphics', 'try-graphics', 'let language models use the graphics processor again'),
])

/** earshot models … */
export const models = group('models', 'the models that transcribe and analyse', [
  operation(
    'listModels',
    'list',
    'list the known models, and how fast they are here (times real time)',
    {
      options: [['--kind <kind>', 'only those of this kind']],
      examples: ['models list --all', 'models list --kind speech-to-text'],
      columns: {
        ID: 'id',
        KIND: 'kind',
        LANGUAGES: 'languages',
        SIZE: ({ bytes }) => (bytes === null ? '' : toSize(bytes)),
        STATE: ({ state }) => state.status,
        FITS: ({ fits }) => fits.verdict,
        DEFAULT: ({ is_default }) => (is_default ? 'yes' : ''),
        'SPEED HERE': ({ measured_speed }) => measured_speed?.times_real_time,
      },
    },
  ),
  operation('getModel', 'show <id>', 'show one model'),
  operation(
    'addModel',
    'add <hub_name>',
    'add a language model by its name on the hub: size, licence, hash; then install it',
    { examples: ['models add hf:Qwen/Qwen3-4B-GGUF/Qwen3-4B-Q4_K_M.gguf'] },
  ),
  operation(
    'installModel',
    'install <id>',
    'start to download a model; the list shows how far it is',
    {
      examples: ['models install whisper-small-q5_1', 'models list --json | jq .data[].state'],
    },
  ),
  operation(
    'cancelModel',
    'cancel <id>',
    'stop a download; what has arrived is kept for the next try',
  ),
  operation('verifyModel', 'verify <id>', 'start to compare an installed model with its hash'),
  operation('deleteModel', 'remove <id>', 'delete the file of an installed model', {
    removes: (id) => `the model ${id}`,
  }),
  figures,
])

/** earshot model-servers … */
export const modelServers = group(
  'model-servers',
  'programs that serve language models: Ollama, LM Studio, llama-server, vLLM',
  [
    operation('listModelServers', 'list', 'list the connected ones with their models', {
      columns: {
        ID: 'id',
        ADDRESS: 'base_url',
        PROGRAM: 'kind',
        STATE: ({ state }) => state.problem ?? state.status,
        MODELS: ({ models: served }) => served.map(({ name }) => name),
        CHOSEN: ({ models: served }) => served.find(({ is_default }) => is_default)?.name,
      },
    }),
    operation('findModelServers', 'find', 'look for programs that run here and are not connected', {
      examples: ['model-servers find', 'model-servers find --json | jq .servers'],
    }),
    operation('connectModelServer', 'connect <base_url>', 'connect one by its address', {
      options: [
        ['--api-key <key>', 'the key that it asks for'],
        ['--allow-remote', 'transcripts may go to an address that is not this machine'],
        ['--allow-unencrypted', 'even over http'],
      ],
      examples: [
        'model-servers connect http://127.0.0.1:11434',
        'model-servers connect https://models.example.org --api-key … --allow-remote',
      ],
    }),
    operation('disconnectModelServer', 'disconnect <server>', 'disconnect one', {
      removes: (id) => `model server ${id}`,
    }),
  ],
)
