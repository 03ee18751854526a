/** Backups of the library, under Settings › Storage. */
export const backups = {
  title: 'Backups',
  about:
    'Unless you switched it off, Earshot makes one every day while it runs. Each is loaded and compared with the library before it counts as good.',
  loading: 'Loading the backups',
  keptOnServer:
    'The library is kept on a database server. Whoever runs the server makes its backups.',
  unread: 'The backups could not be loaded',
  health: {
    none: 'There is no backup yet.',
    good: 'The last backup is good. It was made {{age}}.',
    overdue:
      'A backup is overdue: the last good one was made {{age}}, on {{when}}. Back up now, or leave Earshot running for a while.',
    full: 'The last backup failed {{age}}: the disk is full. Free some space, then back up again.',
    failed:
      'The last backup failed {{age}}. Back up again; if it fails again, the log in the data folder says why.',
    lastGood: 'The last good one is from {{when}}.',
    noneGood: 'There is no good one yet.',
  },
  start: 'Back up now',
  sameDisk:
    'These backups lie on the same disk as the library. They help when something was deleted or damaged by mistake, and are lost with the disk: recordings in them are the same bytes as here. For a real copy choose “Back up with recordings”, then “Save as file”, on another disk.',
  startWhole: 'Back up with recordings',
  compared: 'recordings compared',
  notCompared: 'not all recordings compared',
  damaged_one: '{{count}} damaged recording left out',
  damaged_other: '{{count}} damaged recordings left out',
  running: 'A backup is being made',
  cancel: 'Cancel the backup',
  ended: {
    completed: 'The backup is done and was checked.',
    failed: 'The backup failed.',
    cancelled: 'The backup was cancelled.',
  },
  good: 'Good',
  failed: 'Failed',
  withRecordings: 'with recordings',
  withoutRecordings: 'without recordings',
  reasons: {
    daily: 'automatic',
    manual: 'manual',
    update: 'before an update',
  },
  save: 'Save as file',
  saveOne: 'Save as file: backup of {{when}}',
  saved: '{{name}} was saved.',
  restore: 'Restore…',
  restoreOne: 'Restore: backup of {{when}}',
  delete: 'Delete',
  deleteOne: 'Delete: backup of {{when}}',
  deleted: 'The backup of {{when}} was deleted.',
  restoring: {
    title: 'Restore the backup of {{when}}?',
    confirm: 'Restore',
    asThen:
      'The library will be as it was then. Transcripts, notes and settings from later are not in it. Recordings from later stay, and you can take them in again here.',
    kept: 'The present library is kept in the data folder until you delete it here, under “Libraries that were replaced”.',
    back: 'To be able to come back with one click, cancel, choose “Back up now” first, and restore that backup later.',
    meanwhile: 'Until it is done, nobody can use Earshot.',
  },
  deleting: {
    title: 'Delete this backup for good?',
    confirm: 'Delete for good',
    text: 'The backup of {{when}} is deleted from the disk and cannot be brought back. The library stays as it is.',
  },
} as const
