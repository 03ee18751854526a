import type { PartOf } from '../texts.ts'
import type { en } from './en.ts'

/**
 * What the page says otherwise at an address where members sign in: the service does not run on the reader's
 * machine there. Laid over the other texts.
 */
export const team = {
  analyses: {
    none: {
      readyText:
        'Choose a prompt and run it: it reads the transcript on your team’s server and fills in its fields.',
    },
    help: {
      out_of_memory: 'The server ran out of memory. Use a smaller model.',
    },
  },
  apiKeys: {
    about: 'Keys let your own programs call Earshot.',
    empty: {
      text: 'Scripts and other programs need a key to read or add recordings. Create one for each program, so that you can revoke them individually.',
    },
  },
  assistants: {
    lead: 'Claude, Cursor and other assistants can search your calls and answer from them. Whatever an assistant reads goes to whoever runs its model, so it may leave your team’s server.',
    speech: {
      lead: 'Programs that take another address for OpenAI’s speech recognition, often called “custom endpoint” or “base URL”, can use Earshot instead. What you dictate there is transcribed on your team’s server, and nothing of it is kept.',
      addressNote: 'For programs that reach your team’s server.',
    },
  },
  content: {
    add: {
      firstText:
        'Drop audio, video, transcripts (VTT, SRT, TXT, MD, JSON) or folders here, or choose files. They are transcribed on your team’s server. Up to 5 GB each.',
    },
  },
  failures: {
    codes: {
      insufficient_storage: 'The server has no room left. Tell whoever runs it.',
      out_of_memory: 'The server ran out of memory.',
      origin_not_allowed: 'Only Earshot’s own page may call from a browser.',
    },
  },
  home: {
    empty: {
      text: 'Record a call, or drop a file here. It becomes words, a summary and tasks on your team’s server.',
    },
  },
  models: {
    about:
      'Installed models run on your team’s server and nowhere else. It has {{memory}} of memory and {{cores}}.',
    recommended: { best: 'Best for the server' },
    fits: { good: 'Fits the server', too_large: 'Too large for the server' },
    automaticAbout: 'The largest installed language model that fits the server is used.',
  },
  projects: {
    settings: {
      voicesAbout:
        'When you name a speaker, Earshot stores a list of numbers that describes how the voice sounds. It contains no audio, and none can be recreated from it. It stays on your team’s server and in this project, and you decide on each suggestion. Ask the people you record.',
    },
  },
  recorder: {
    setup: {
      place: 'Saved to this device continuously, then sent to your team’s server.',
    },
  },
  settings: {
    organization: {
      languageDefault: 'The largest installed one that fits the server',
    },
    usage: {
      about: 'Whoever runs the server sets the limits: they protect its disk and computing time.',
    },
    about: {
      what: 'Earshot transcribes what was said, on your team’s own server.',
    },
  },
  webhooks: {
    form: {
      saidGoesTo: 'What was said then leaves your team’s server and goes to {{host}}.',
      saidGoesOut: 'What was said then leaves your team’s server and goes to this address.',
    },
  },
} as const satisfies PartOf<typeof en>
