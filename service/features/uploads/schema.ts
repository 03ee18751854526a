import { Type, type Static } from 'typebox'
import { Body, Id, Nullable, StringEnum, TextNotBlank, Timestamp } from '../../http/shapes.ts'
import { Title } from '../content/content-item.ts'
import { speechOptions } from '../content/speech-options.ts'
import { acceptedTypes, otherNames } from './media-types.ts'

/** Spec: the body of the upload-URL request. */
export const NewUpload = Body(
  {
    filename: TextNotBlank({
      maxLength: 1_024,
      description: 'Kept and shown as it is; never used as a path',
      examples: ['weekly call.m4a'],
    }),
    content_type: Type.String({
      minLength: 1,
      maxLength: 127,
      description:
        'Media type of a recording, or of a transcript, which is imported. ' +
        `Taken are ${acceptedTypes.join(', ')}, with parameters too; and other names for these, which ` +
        `are kept under the first: ${otherNames.join(', ')}. What the last two stand for is told ` +
        'from the bytes',
      examples: ['audio/mp4'],
    }),
    size_bytes: Type.Integer({
      format: 'int64',
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'At most 5 GB; a transcript at most 10 MB',
      examples: [4_096_000],
    }),
    sha256: Type.Optional(
      Type.String({
        pattern: '^[0-9a-f]{64}$',
        description:
          'SHA-256 of the file in hexadecimal; a file with another one is refused. An Earshot addition',
        examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
      }),
    ),
    title: Type.Optional({
      ...Title,
      description:
        'What a person calls it; without it, see `title` of the item. An Earshot addition',
    }),
    ...speechOptions,
    priority: Type.Optional(
      StringEnum(['first', 'normal'], {
        description:
          'first: a call that has just ended. It is transcribed before what waits, and one at work that is ' +
          'not first is put back for it, with what is finished of it kept. Without it, normal; an Earshot ' +
          'addition',
        examples: ['normal'],
      }),
    ),
  },
  { title: 'UploadInput' },
)
export type NewUpload = Static<typeof NewUpload>

/** Ours: what of a large file is still to come. */
export const UploadParts = Type.Object(
  {
    content_id: Id('cont'),
    parts: Type.Array(
      Type.Object(
        {
          part_number: Type.Integer({ minimum: 1, examples: [1] }),
          size_bytes: Type.Integer({ format: 'int64', examples: [67_108_864] }),
          upload_url: Nullable(
            Type.String({
              description:
                'Takes these bytes of the file by PUT, without a key; null once it has them',
              examples: ['https://s3.example.org/earshot/incoming/cont_01?partNumber=1'],
            }),
          ),
        },
        { title: 'UploadPart' },
      ),
      { description: 'In the order of the file; none where it is sent whole to its upload_url' },
    ),
    expires_at: Timestamp,
  },
  { title: 'UploadParts' },
)
export type UploadParts = Static<typeof UploadParts>

export const ReceivedUpload = Type.Object(
  { content_id: Id('cont'), size_bytes: Type.Integer({ format: 'int64', examples: [4_096_000] }) },
  { title: 'ReceivedUpload' },
)
export type ReceivedUpload = Static<typeof ReceivedUpload>
