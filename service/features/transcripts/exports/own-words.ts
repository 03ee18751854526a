import type { Source } from './transcript-file.ts'

const english = {
  speaker: 'Speaker',
  chapter: 'Chapter',
  tasks: 'Tasks',
  notes: 'Notes',
  transcript: 'Transcript',
  open: 'Open in Earshot',
}
const byLanguage: Readonly<Record<string, typeof english>> = {
  de: {
    speaker: 'Sprecher',
    chapter: 'Kapitel',
    tasks: 'Aufgaben',
    notes: 'Notizen',
    transcript: 'Transkript',
    open: 'In Earshot öffnen',
  },
}

/**
 * Choice: what a file says of its own accord it says in the language of the transcript, where the app speaks
 * that, else in English.
 */
export const ownWords = (language: string) => byLanguage[language] ?? english

/** A transcript whose unnamed speakers are told in its language: "Speaker 2" → "Sprecher 2". */
export function inItsLanguage(transcript: Source['transcript']): Source['transcript'] {
  const { speaker: word } = ownWords(transcript.language)
  if (word === english.speaker) return transcript
  const told = (name: string) => name.replace(/^Speaker(?= \d+$)/u, word)
  return {
    ...transcript,
    segments: transcript.segments.map((one) => ({ ...one, speaker: told(one.speaker) })),
    speakers: transcript.speakers.map((one) => ({ ...one, label: told(one.label) })),
  }
}
