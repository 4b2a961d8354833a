import { Type, type Static } from 'typebox';
import { Timestamp } from '#lib/schema';

export const MediaParams = Type.Object({ id: Type.String({ maxLength: 64 }) });

export const UploadedMedia = Type.Object(
  {
    id: Type.String({ examples: ['med_2N9xQk5bWc7TfYzR3pLhA'] }),
    contentType: Type.String({ description: 'By the content of the file' }),
    bytes: Type.Integer(),
    sha256: Type.String({ description: 'Of the bytes, in hexadecimal' }),
  },
  { title: 'UploadedMedia' },
);

export const TraceParams = Type.Object({ id: Type.String({ minLength: 1, maxLength: 256 }) });

export const TraceMedia = Type.Object(
  {
    files: Type.Array(
      Type.Object({
        id: Type.String(),
        contentType: Type.String(),
        bytes: Type.Integer(),
        span: Type.String({ description: 'The `id` of the first span that has the file' }),
        time: Timestamp,
      }),
      { maxItems: 500 },
    ),
    truncated: Type.Boolean({ description: 'True if the trace has more files' }),
  },
  { title: 'TraceMedia' },
);
export type TraceMedia = Static<typeof TraceMedia>;
