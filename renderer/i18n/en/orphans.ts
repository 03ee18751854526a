/** Recordings without an entry in the library. */
export const orphans = {
  title: 'Recordings without an entry',
  about:
    'These recordings lie in the data folder, but the library does not know them: after damage, or where an older ' +
    'copy of it was put back. Nothing deletes them by itself.',
  failed: 'Recordings without an entry could not be listed',
  unnamed: 'Recording without a name',
  takeIn: 'Take in again',
  takeInOne: 'Take in {{name}} again',
  takenIn: '{{name}} is in the library again and is being transcribed.',
  delete: 'Delete for good',
  deleteOne: 'Delete {{name}} for good',
  question: {
    title: 'Delete this recording for good?',
    text: '{{name}} is deleted from the disk and cannot be brought back.',
    confirm: 'Delete for good',
  },
} as const
