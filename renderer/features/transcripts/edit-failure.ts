import { asFailure } from '../../api/failure.ts'

const help: Record<string, string> = {
  content_processing:
    'This recording is being transcribed again. Wait until that is done, then edit the new text.',
  not_found: 'It was changed elsewhere. Reload the page to see the transcript as it is now.',
  transcript_not_ready: 'The transcript is not there any more. Reload the page.',
  insufficient_permissions: 'This key may only read. Open Earshot with a key that may write.',
}

/** Why an edit was not kept, and what to do about it. */
export function editFailure(error: unknown): string {
  const { code, status, message } = asFailure(error)
  if (status === 0)
    return 'Not saved: Earshot’s service does not answer. Try again when it is back.'
  return `Not saved. ${help[code] ?? `${message} Try again.`}`
}
