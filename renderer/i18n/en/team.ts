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
      model_missing: 'The language model is missing on the server. Tell an admin, then try again.',
      model_server_failed:
        'The program with the language model is not running, is busy or refused. Tell an admin, then try again.',
    },
    needsModel: {
      install: 'See the server’s language models',
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
      places: {
        openWebUi: 'In the admin settings of Open WebUI, under Audio.',
        homeAssistant:
          'In configuration.yaml, with the integration “OpenAI Whisper API” from HACS.',
      },
    },
    places: {
      desktopFile:
        'Add this to claude_desktop_config.json, which Claude opens under Settings › Developer. It needs Earshot’s command line beside Claude.',
    },
  },
  auditLog: {
    inApp: 'on the server’s command line',
  },
  content: {
    add: {
      firstText:
        'Drop audio, video, transcripts (VTT, SRT, TXT, MD, JSON) or folders here, or choose files. They are transcribed on your team’s server. Up to 5 GB each.',
    },
    help: {
      media_damaged: 'Add the recording again. What was transcribed is kept.',
      media_missing: 'Add the recording again. What was transcribed is kept.',
      out_of_memory: 'Transcribe again later, or with a smaller model.',
      model_missing: 'Transcribe again with another model, or tell an admin.',
      engine_timeout: 'Transcribe again later, or with a smaller model.',
      quota_exceeded: 'An admin can raise the limit under Settings, Usage. Then transcribe again.',
    },
    queue: {
      pausedText:
        'Since {{since}}. New recordings and analyses wait, too. What was being transcribed keeps its finished parts.',
    },
  },
  failures: {
    codes: {
      insufficient_storage: 'The server has no room left. Tell whoever runs it.',
      out_of_memory: 'The server ran out of memory.',
      origin_not_allowed: 'Only Earshot’s own page may call from a browser.',
      insufficient_permissions: 'You may not do this. Ask an admin.',
      folder_missing: 'The folder is not there on the server.',
      folder_unreadable: 'Earshot may not read the folder on the server.',
      folder_not_writable: 'Earshot may not write in the folder on the server.',
      media_damaged: 'The file was changed on the server after it was added.',
      media_missing: 'The file is gone from the server.',
    },
    fields: {
      address_blocked: 'It must not point to the server itself or a private network.',
    },
  },
  home: {
    empty: {
      text: 'Record a call, or drop a file here. It becomes words, a summary and tasks on your team’s server.',
    },
  },
  modelServers: {
    about:
      'If Ollama, LM Studio, llama-server or vLLM run on the server or elsewhere, their models can write the analyses. Programs on the server are found while they run.',
    looking: 'Looking for programs on the server…',
    none: 'No such program is running on the server.',
    found: 'Found on the server',
  },
  models: {
    about:
      'Installed models run on your team’s server and nowhere else. It has {{memory}} of memory and {{cores}}.',
    recommended: {
      best: 'Best for the server',
    },
    pace_one: '{{times}}× real time on the server, measured on {{count}} recording',
    pace_other: '{{times}}× real time on the server, measured on {{count}} recordings',
    fits: {
      good: 'Fits the server',
      too_large: 'Too large for the server',
    },
    automaticAbout: 'The largest installed language model that fits the server is used.',
  },
  notices: {
    kinds: {
      mediaMissing: 'The file of “{{name}}” is gone',
      mediaBody: 'Its transcript was kept. Add the recording again.',
      watched_folder_missing:
        '{{path}} is not there on the server, so no recordings are added from it.',
      notes_folder_missing: '{{path}} is not there on the server, so no notes are written there.',
    },
  },
  orphans: {
    about:
      'These recordings are stored, but the library does not know them: after damage, or where an older copy of it was put back. Nothing deletes them by itself.',
    question: {
      text: '{{name}} is deleted and cannot be brought back.',
    },
  },
  projects: {
    settings: {
      voicesAbout:
        'When you name a speaker, Earshot stores a list of numbers that describes how the voice sounds. It contains no audio, and none can be recreated from it. It stays on your team’s server and in this project, and you decide on each suggestion. Ask the people you record.',
    },
    notesFolder: {
      about:
        'Earshot keeps each recording of this project as a Markdown file in a folder of the server, for Obsidian, Logseq or git: summary, tasks and transcript. What is written in the files outside Earshot’s marks stays, and tasks that are ticked there are ticked here.',
      open: 'The files can be read by everyone who can read the folder on the server.',
      pathAbout: 'The full path on the server',
    },
    folders: {
      online_one: 'Only in the cloud: {{names}}. It has to be downloaded to the server.',
      online_other: 'Only in the cloud: {{names}}. They have to be downloaded to the server.',
    },
  },
  recorder: {
    setup: {
      place: 'Saved to this device continuously, then sent to your team’s server.',
    },
    words: {
      slow: 'The server is too slow for a live transcript at the moment. The recording continues and is transcribed once you stop it.',
    },
    running: {
      text: 'You have been signed out, but you are still being recorded. It is kept on this device and uploaded once you are signed in again.',
    },
    problemText: {
      insecure: 'Browsers allow it over https only. Open Earshot at its https address.',
    },
  },
  settings: {
    organization: {
      languageDefault: 'The largest installed one that fits the server',
    },
    usage: {
      about: 'Admins set the limits: they protect the server’s disk and computing time.',
    },
    about: {
      what: 'Earshot transcribes what was said, on your team’s own server.',
    },
    sections: {
      groups: {
        app: 'In this browser',
      },
    },
    storage: {
      disk: 'Free on the server’s disk: {{free}} of {{all}}.',
    },
    privacy: {
      lead: 'Recordings, transcripts and analyses stay on your team’s server. This is everything that leaves it, or contacts others:',
      leadStore:
        'This is where your team’s server keeps what was said, and everything that leaves it or contacts others:',
      nothing:
        'Nothing else leaves your team’s server, but for what members open and their programs read. Earshot does not report how you use it.',
      serverHere: 'on the server',
      serverElsewhere: 'on another machine',
    },
  },
  webhooks: {
    form: {
      saidGoesTo: 'What was said then leaves your team’s server and goes to {{host}}.',
      saidGoesOut: 'What was said then leaves your team’s server and goes to this address.',
    },
    errors: {
      address_blocked: 'The address belongs to the server itself or a private network.',
    },
  },
} as const satisfies PartOf<typeof en>
