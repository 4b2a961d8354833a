// Embeddings as vendors answer them: OpenAI and what is compatible with it, Mistral, and Google. A vector
// counts words, so texts with the same words are alike.

const DIMENSIONS = 64;

export function wordVector(text: string): number[] {
  const vector = Array.from({ length: DIMENSIONS }, () => 0);
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
    const at = Buffer.from(word).reduce((sum, byte) => (sum * 31 + byte) % 7_919, 7);
    vector[at % DIMENSIONS] = (vector[at % DIMENSIONS] ?? 0) + 1;
  }
  return vector;
}

export interface EmbeddingRequest {
  model: string;
  texts: string[];
  /** Writes vectors as this vendor does. */
  write: (vectors: readonly (readonly number[])[]) => object;
}

/** Null if the path is none for embeddings. */
export function readEmbeddings(path: string, body: Record<string, unknown>): EmbeddingRequest | null {
  if (path.endsWith('/embeddings')) {
    const { model, input } = body as { model: string; input: string | string[] };
    const texts = Array.isArray(input) ? input : [input];
    const tokens = tokensOf(texts);
    return {
      model,
      texts,
      write: (vectors) => ({
        id: 'emb',
        object: 'list',
        model,
        data: vectors.map((embedding, index) => ({ object: 'embedding', index, embedding })),
        usage: { prompt_tokens: tokens, total_tokens: tokens },
      }),
    };
  }
  const [, model = ''] = /\/models\/([^/]+):batchEmbedContents$/.exec(path) ?? [];
  if (model === '') return null;
  const { requests } = body as { requests: { content: { parts: { text: string }[] } }[] };
  return {
    model,
    texts: requests.map(({ content }) => content.parts.map(({ text }) => text).join('')),
    write: (vectors) => ({ embeddings: vectors.map((values) => ({ values })) }),
  };
}

const tokensOf = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + Math.ceil(text.length / 4), 0);
