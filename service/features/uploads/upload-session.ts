import { Type, type Static } from 'typebox'
import { Id, Nullable, StringEnum, Timestamp } from '../../http/shapes.ts'

/** Spec: Upload session. */
export const UploadSession = Type.Object(
  {
    content_id: Id('cont'),
    upload_type: StringEnum(['single']),
    upload_url: Type.String({
      description:
        'Signed address, of this service or of the store of its recordings; needs no key',
      examples: ['http://127.0.0.1:4777/v1/uploads/eyJjIjoiY29udF8wMWtheXIifQ'],
    }),
    upload_method: StringEnum(['PUT']),
    upload_headers: Type.Record(Type.String(), Type.String(), {
      description: 'Send these with the file',
      examples: [{ 'Content-Type': 'audio/mp4', 'Content-Length': '4096000' }],
    }),
    expires_at: Timestamp,
    limits: Type.Object(
      {
        max_size_bytes: Type.Integer({ format: 'int64', examples: [5_000_000_000] }),
        max_duration_seconds: Nullable(
          Type.Integer({
            description: 'A longer recording fails as media_too_long; null for a transcript',
            examples: [36_000],
          }),
        ),
      },
      {
        title: 'UploadLimits',
        description:
          'What a file may have. Its length is known only once it is decoded, so compare it before you send it. An ' +
          'Earshot addition',
      },
    ),
  },
  { title: 'UploadSession' },
)
export type UploadSession = Static<typeof UploadSession>
