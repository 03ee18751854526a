export const members = {
  title: 'Members',
  about: 'People who may use this Earshot, each with their own keys.',
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
    'Members work with recordings. Admins also manage people and everyone’s keys. The owner is the person who set this Earshot up.',
  roleOf: 'Role of {{name}}',
  roleChanged: '{{name}}’s role was changed',
  never: 'Never',
  removeOne: 'Remove',
  removeOf: 'Remove {{name}}',
  remove: {
    title: 'Remove {{name}}?',
    confirm: 'Remove member',
    text: 'This also revokes all keys that this person created. Recordings stay.',
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
    about:
      'Names and terms that come up in all projects. Each project can add more in its settings.',
    ofAdmins: 'Admins keep this list. Your projects can have lists of their own.',
    loading: 'Loading the vocabulary',
    failed: 'The vocabulary did not load',
    announced: 'Vocabulary saved',
    saved: 'Saved',
    undo: 'Undo changes',
    save: 'Save',
  },
} as const
