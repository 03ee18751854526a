/** Texts of trying a prompt on a recording before it is saved. */
export const trials = {
  title: 'Try on a recording',
  about:
    'Runs the prompt as it was when you chose to try it; after a change, choose again. Nothing is saved, and the result goes after a day.',
  project: 'Project',
  recording: 'Recording',
  try: 'Try',
  cancel: 'Cancel',
  none: 'This project has no transcribed recording.',
  failed: 'The trial failed',
  noCause: 'It failed.',
  reading: 'Reading the transcript',
  waiting: 'In line',
  progress: 'Progress of the trial',
} as const
