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
