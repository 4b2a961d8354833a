// Pictures, sound and documents for a model. Not every model takes each of them: one that refuses is asked again without
// them, and told what it does not see.
import type { ModelMessage } from 'ai';

export interface ModelFile {
  /** As its content says. */
  mediaType: string;
  bytes: Buffer;
}

/** What models take. */
const FOR_MODELS = /^(?:image\/(?:png|jpeg|gif|webp)|audio\/(?:wav|mpeg)|application\/pdf)$/;

export const isForModels = (mediaType: string): boolean => FOR_MODELS.test(mediaType);

/** Of one exchange. */
export interface ShownFiles {
  list: readonly ModelFile[];
  /** The model, or its server, did not take them. */
  refused: boolean;
}

type UserContent = Extract<ModelMessage, { role: 'user' }>['content'];

/** The text of a user's message, with the files or what stands for them. */
export function withShownFiles(text: string, { list, refused }: ShownFiles): UserContent {
  if (list.length === 0) return text;
  if (refused) return `${text}\n\n${unseen(list)}`;
  return [
    { type: 'text', text },
    ...list.map(({ mediaType, bytes }) => ({ type: 'file' as const, mediaType, data: bytes })),
  ];
}

function unseen(list: readonly ModelFile[]): string {
  const counts = Map.groupBy(list, ({ mediaType }) => mediaType);
  const named = [...counts].map(([mediaType, { length }]) => `${length} × ${mediaType}`).join(', ');
  return `The data has files that this model does not take: ${named}. Go by what you can read, and say that you did not see them.`;
}

/** About what vendors bill for a large picture, or for the pages of a document. */
const LEAST_TOKENS = 4_000;
const BYTES_PER_TOKEN = 10;

/** As long a text as the files are billed for. */
export const billedAs = ({ list }: ShownFiles): string[] =>
  list.map(({ bytes }) => 'x'.repeat(Math.max(LEAST_TOKENS, Math.ceil(bytes.length / BYTES_PER_TOKEN))));

/** A request with files may be refused for them. A refused request costs nothing. */
export const mayBeAboutFiles = (status: number): boolean => [400, 404, 413, 415, 422].includes(status);
