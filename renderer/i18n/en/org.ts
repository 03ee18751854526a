export const members = {
  title: 'Members',
  about: 'People who may use this Earshot, each with keys of their own.',
  loading: 'Loading members',
  failed: 'The members did not load',
  columns: {
    name: 'Name',
    role: 'Role',
    active: 'Last active',
    since: 'Since',
    remove: 'Remove',
  },
  roles: { member: 'Member', admin: 'Admin', owner: 'Owner' },
  rolesAbout:
    'Members work with recordings. Admins also manage people and everyone’s keys. The owner is who set this Earshot up.',
  roleOf: 'Role of {{name}}',
  roleChanged: '{{name}} has another role now',
  never: 'Never',
  removeOne: 'Remove',
  removeOf: 'Remove {{name}}',
  remove: {
    title: 'Remove {{name}}?',
    confirm: 'Remove member',
    text: 'All keys this person made are revoked with it. Recordings stay.',
  },
} as const

export const org = {
  usage: {
    transcribed: 'Minutes',
    minutes: '{{used}} of {{limit}}',
    stored: 'Storage',
    gigabytes: '{{used}} of {{limit}} GB',
  },
  vocabulary: {
    title: 'Vocabulary',
    about: 'Names and terms that all projects speak of. A project can have more in its settings.',
    loading: 'Loading the vocabulary',
    failed: 'The vocabulary did not load',
    announced: 'The vocabulary is saved',
    saved: 'Saved',
    undo: 'Undo changes',
    save: 'Save',
  },
} as const
