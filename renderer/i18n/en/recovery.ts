/** The screen of a library that cannot be opened. */
export const recovery = {
  window: 'Recovery',
  title: 'The library cannot be opened',
  replacing: 'A backup takes the place of the library',
  loading: 'Checking what is there',
  failed: 'The state of the library could not be determined',
  kinds: {
    database:
      'The database that holds transcripts, notes and settings is damaged, or parts of it are gone.',
    lost_rows:
      'Some entries of the library are gone or cannot be read. The others are there: it can be opened with what is left.',
    database_ends: 'The library’s database broke off three times within a minute.',
    secret_key:
      'The file secret-key in the data folder is gone or damaged, or the system’s keychain no longer opens it. It opens the secrets of webhooks and the keys of model servers. Unlock the keychain, or put a copy of the file back, and try again.',
    library_key:
      'The key of the encrypted library, the file library-key.json in the data folder, is gone or damaged. Without it nothing can be read, not even with the passphrase. Put a copy of the file back and try again, or restore a backup, which holds the key.',
  },
  safe_one: 'Your recording is safe: {{count}} recording ({{size}}) is on the disk.',
  safe_other: 'Your recordings are safe: {{count}} recordings ({{size}}) are on the disk.',
  sealed_one:
    '{{count}} encrypted recording ({{size}}) is on the disk. Only the key makes it readable.',
  sealed_other:
    '{{count}} encrypted recordings ({{size}}) are on the disk. Only the key makes them readable.',
  nothing: 'There are no recordings on the disk.',
  undescribed_one:
    'Of {{count}} of them the name and the project are not known without the database.',
  undescribed_other:
    'Of {{count}} of them the names and the projects are not known without the database.',
  kept: 'Whatever you choose, nothing is deleted or overwritten. What another library takes the place of is kept until you delete it under Settings › Storage.',
  choices: 'What you can do',
  titles: {
    try_again: 'Try again',
    restore_backup: 'Restore a backup',
    replace_secret_key: 'Go on with another key',
    export: 'Copy out what is readable',
    open_what_is_left: 'Open with what is left',
    rebuild: 'Make the library anew from the recordings',
    start_fresh: 'Start with an empty library',
  },
  texts: {
    try_again: 'Opens the library once more: after you put a file back, or freed space.',
    restore_backup:
      'Puts the library back as it was when the backup was made. Recordings that came later stay.',
    replace_secret_key:
      'Everything opens but what the key had sealed: enter the secrets of webhooks and the keys of model servers again afterwards.',
    export:
      'Copies every recording under its own name into a folder, and with them what can still be read of transcripts, notes and analyses. The library stays as it is.',
    open_what_is_left:
      'Goes on without the entries that are gone or cannot be read. A notice then says how many those are.',
    rebuild:
      'Projects are made again by their names, and every recording is transcribed again. Corrections, notes, analyses and settings are not in it.',
    start_fresh: 'Sets everything aside, the recordings too, and begins anew.',
  },
  buttons: {
    try_again: 'Try again',
    restore_backup: 'Restore',
    replace_secret_key: 'Make another key',
    export: 'Copy into a folder',
    open_what_is_left: 'Open what is left',
    rebuild: 'Make it anew',
    start_fresh: 'Start fresh',
  },
  /** Asked before an action that changes something. */
  asks: {
    restore_backup:
      'The library will be as it was when the backup was made. The one that cannot be opened is kept.',
    replace_secret_key:
      'Secrets of webhooks and keys of model servers have to be entered again. All else stays as it is.',
    open_what_is_left:
      'Entries that cannot be read are not in the library then. The library as it is now is kept, and so are all recordings.',
    rebuild:
      'Every recording is transcribed again. Corrections, notes, analyses and settings are not in the new library; the old one is kept.',
    start_fresh: 'The new library is empty. The old one is kept with its recordings.',
  },
  backup: 'Backup',
  backupWithRecordings: '{{when}} · {{size}}, with recordings',
  backupWithout: '{{when}} · {{size}}, without recordings',
  question: '{{title}}?',
  running: '{{title}}: in progress',
  done: '{{title}}: done',
  folder: 'Everything is in <1>{{folder}}</1>.',
  /** After a restore whose backup has damaged recordings. */
  lost: {
    heading: 'The backup is restored, but not all of its sound',
    title_one: 'The sound of {{count}} recording is damaged or missing, in the backup and here.',
    title_other: 'The sound of {{count}} recordings is damaged or missing, in the backup and here.',
    more_one: 'And {{count}} more.',
    more_other: 'And {{count}} more.',
    next: 'Transcripts and notes are restored. For the sound, restore an older backup, or add the recordings again.',
    open: 'Open the library',
  },
  outcomes: {
    backup_damaged: 'The backup is damaged or incomplete. Nothing was changed; choose another one.',
    backup_too_new:
      'The backup was made by a newer version of Earshot. Install that version first. Nothing was changed.',
    wrong_passphrase: 'The passphrase does not fit this backup. Nothing was changed.',
    still_damaged: 'The library still cannot be opened. Choose another way.',
    insufficient_storage: 'The disk is full. Free some space and try again. Nothing was changed.',
    failed: 'That did not work. Nothing was changed. The log in the data folder says why.',
  },
  replaced: {
    title: 'Libraries that were replaced',
    about: 'Kept when another library took their place. Delete them once you need nothing of them.',
    failed: 'Libraries that were replaced could not be listed',
    one: 'Replaced on {{when}} · {{size}}',
    delete: 'Delete for good',
    deleteOne: 'Delete the library replaced on {{when}} for good',
    question: {
      title: 'Delete this library for good?',
      text: 'The library replaced on {{when}} ({{size}}) is deleted from the disk, with the recordings in it, and cannot be brought back.',
    },
  },
} as const
