import { Type, type Static } from 'typebox'
import { Nullable, SpokenLanguage } from '../../http/shapes.ts'

/** Transcription options of one recording, which override those of its project. */
export const speechOptions = {
  language: Type.Optional(
    Nullable(
      SpokenLanguage(
        'ISO 639-1 code of what is spoken; auto detects it, whatever the project says; null as the ' +
          'project says',
        'de',
      ),
    ),
  ),
  speech_model: Type.Optional(
    Nullable(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'Id of a speech-to-text model of GET /v1/models; null as the project says',
        examples: ['whisper-base-q5_1'],
      }),
    ),
  ),
  translate_to_english: Type.Optional(
    Nullable(
      Type.Boolean({
        description: 'Write it in English; null as the project says',
        examples: [false],
      }),
    ),
  ),
}
const SpeechOptions = Type.Object(speechOptions)
export type SpeechOptions = Static<typeof SpeechOptions>
