import { Type } from 'typebox';

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
