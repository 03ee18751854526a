import type { Speech } from './order.ts'
import { toLogprobs, toSpeakerSegments } from './answers.ts'

export type SpeechEvent = { type: `transcript.text.${'delta' | 'segment' | 'done'}` } & Record<
  string,
  unknown
>

type Ending = { isDiarized: boolean; withLogprobs: boolean }

/**
 * The events of a text that grows. What was sent stays: a text that does not go on from it is not
 * sent, until it does or the end shows what is missing.
 */
export function createSpeechEvents(say: (event: SpeechEvent) => void) {
  let sent = ''
  const onText = (soFar: string): void => {
    const delta = soFar.startsWith(sent) ? soFar.slice(sent.length) : ''
    if (delta === '') return
    sent = soFar
    say({ type: 'transcript.text.delta', delta })
  }
  return {
    onText,
    end: (speech: Speech, { isDiarized, withLogprobs }: Ending): void => {
      const { text, durationSeconds: seconds, modelUsed, contentId } = speech
      sendMissing(text)
      if (isDiarized) for (const segment of toSpeakerSegments(speech)) say(segment)
      say({
        type: 'transcript.text.done',
        text,
        usage: { type: 'duration', seconds },
        model_used: modelUsed,
        ...(contentId !== undefined && { content_id: contentId }),
        ...(withLogprobs && toLogprobs(speech)),
      })
    },
  }

  /** Where the end words it differently: from the first word on that differs. */
  function sendMissing(text: string): void {
    if (text.startsWith(sent)) return onText(text)
    let same = 0
    while (same < sent.length && sent[same] === text[same]) same += 1
    const from = text.lastIndexOf(' ', same)
    const delta = text.slice(Math.max(0, from))
    if (delta !== '') say({ type: 'transcript.text.delta', delta })
  }
}
