export const projects = {
  title: 'Projects',
  one: 'Project',
  recordings_one: '{{count, number}} recording',
  recordings_other: '{{count, number}} recordings',
  cancel: 'Cancel',
  save: 'Save',
  list: {
    project: 'Project',
    recordings: 'Recordings',
    latest: 'Latest recording',
    created: 'Created',
    none: 'None yet',
    loading: 'Loading projects',
    notLoaded: 'The projects did not load',
    firstTitle: 'Make your first project',
    firstText:
      'A project holds recordings that belong together: one customer, one team, one study. Make one, then drop your recordings into it.',
  },
  page: {
    notLoaded: 'The project did not load',
    loading: 'Loading the project',
    autoAnalyze: 'Analyses each new recording',
    record: 'Record',
    insights: 'Insights',
    settings: 'Settings',
    delete: 'Delete',
    saved: 'The settings are saved',
  },
  new: { title: 'New project', create: 'Create project' },
  remove: {
    title: 'Delete “{{name}}”?',
    confirm: 'Delete project',
    text_one:
      'This removes the project with {{count, number}} recording, its transcript and analyses for good. There is no way back.',
    text_other:
      'This removes the project with {{count, number}} recordings, their transcripts and analyses for good. There is no way back.',
  },
  form: {
    name: 'Name',
    description: 'Description',
    prompt: 'Default prompt',
    promptNote: 'Used where no other prompt is chosen for an analysis',
    promptUsual: 'The organization’s default',
    promptClear: 'Use the organization’s default',
    autoAnalyze: 'Analyse each new recording',
    autoAnalyzeNote: 'Runs the default prompt as soon as a transcript is there',
  },
  settings: {
    title: 'Project settings',
    wrong: 'Something in “{{tab}}” was not accepted.',
    tabs: {
      general: 'General',
      speech: 'Speech',
      vocabulary: 'Vocabulary',
      voices: 'Voices',
      folders: 'Folders',
    },
    detect: 'Detect it',
    modelUsual: 'The default: {{name}}',
    modelDefault: 'The default',
    translate: 'Translate to English',
    translateNote: 'Transcripts are written in English, whatever is spoken',
    speechNote:
      'These hold for recordings that are added from now on. Others can be transcribed again.',
    vocabularyNote:
      'The engine is told these before it listens, and what it wrote wrongly is set right. They come before those of the organization, and hold for recordings transcribed from now on.',
    voices: 'Remember voices',
    voicesNote: 'Proposes names of speakers in later recordings of this project',
    voicesAbout:
      'When you name a speaker, Earshot keeps with the name a list of numbers that tells how the voice sounds: no sound, and nothing it could be played from. It stays on this machine and in this project, and you decide about each proposal. Ask the people you record.',
    voicesForget: 'Saving forgets all voices of this project for good.',
  },
  folders: {
    about:
      'Recordings that appear in these folders are added to this project while Earshot runs. The files themselves stay where they are.',
    none: 'No folder is watched for this project.',
    loading: 'Loading the folders',
    add: 'Watch a folder…',
    remove: 'Stop watching {{path}}',
    imported_one: 'One recording was added from here',
    imported_other: '{{count, number}} recordings were added from here',
  },
} as const

export const voices = {
  list: 'Remembered voices',
  loading: 'Loading voices',
  failed: 'The voices did not load',
  none: 'No voice is remembered yet. Name a speaker in a recording, and that voice appears here.',
  facts_one: '{{length}} in {{count}} recording, last {{date}}',
  facts_other: '{{length}} in {{count}} recordings, last {{date}}',
  forget: 'Forget',
  forgetOne: 'Forget {{name}}',
  forgetAll: 'Forget all',
  forgotten: '{{name}} is forgotten',
  allForgotten: 'All voices are forgotten',
  again: '{{cause}} Try again.',
  question: {
    title: 'Forget all voices of this project?',
    confirm: 'Forget all voices',
    text: 'Later recordings propose no names until speakers are named again. Names in the recordings that are there stay.',
  },
} as const
