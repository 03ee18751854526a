/** The bin. */
export const trash = {
  title: 'Bin',
  about: 'What you delete stays here for 30 days. Until then you can put it back.',
  loading: 'Loading the bin',
  failed: 'The bin did not load',
  emptyTitle: 'The bin is empty',
  emptyText: 'Recordings, projects and prompts that you delete appear here.',
  type: { content: 'Recording', project: 'Project', prompt: 'Prompt' },
  from: 'from {{project}}',
  expires: 'deleted for good on {{date}}',
  restore: 'Put back',
  restoreOne: 'Put back {{name}}',
  restored: '{{name}} was put back',
  delete: 'Delete for good',
  deleteOne: 'Delete for good: {{name}}',
  empty: 'Empty the bin…',
  emptied: 'The bin is empty',
  question: {
    title: 'Delete “{{name}}” for good?',
    text: 'With everything made from it. This cannot be undone.',
    confirm: 'Delete for good',
  },
  emptyQuestion: {
    title: 'Delete everything in the bin for good?',
    text: 'With everything made from it. This cannot be undone.',
    confirm: 'Empty the bin',
  },
} as const
