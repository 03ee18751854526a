/** Chooses the audio tracks of a file that are heard together. */
import type { Input, InputAudioTrack } from 'mediabunny'

/** A track, and its place among the audio tracks of its file, from 0. */
export type ChosenTrack = { track: InputAudioTrack; place: number }

/**
 * Returns the tracks that make up a recording, in the order of the file, such as a computer's sound
 * and a microphone. A track in another language than the main one, a commentary and a description
 * of the picture are versions of the same sound, and left out.
 */
export async function chooseTracks(input: Input): Promise<ChosenTrack[]> {
  const main = await input.getPrimaryAudioTrack()
  if (main === null) return []
  const language = await main.getLanguageCode()
  const chosen: ChosenTrack[] = []
  for (const [place, track] of (await input.getAudioTracks()).entries()) {
    const { commentary, hearingImpaired, visuallyImpaired } = await track.getDisposition()
    const isVersion =
      commentary ||
      hearingImpaired ||
      visuallyImpaired ||
      (await track.getLanguageCode()) !== language
    if (track === main || !isVersion) chosen.push({ track, place })
  }
  return chosen
}
