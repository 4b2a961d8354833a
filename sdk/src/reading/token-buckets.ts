// The tokens of a stored call as disjoint buckets, and each token once by the price that applies to it.

/** Disjoint, except for `audio`, which is a part of input and output. */
export interface TokenBuckets {
  uncachedInput: number;
  cacheRead: number;
  cacheWrite: number;
  outputText: number;
  reasoning: number;
  audio: number;
}

/** As a call record has them: `cacheRead` is `requestMeta.cachedTokens`, and so on. */
export interface StoredTokens {
  prompt: number;
  completion: number;
  total: number;
  cacheRead: number;
  cacheWrite: number;
  reasoning: number;
  audio: number;
}

/** Token counts may be fractions, and their sums have rounding errors. */
const near = (left: number, right: number): boolean => Math.abs(left - right) < 1e-6 * Math.max(1, right);

/**
 * Clients differ in whether the input includes the cache and the output includes the reasoning. The total,
 * which is the sum of the buckets, decides.
 */
export function tokenBuckets(stored: StoredTokens): TokenBuckets {
  const { prompt, completion, total, cacheRead, cacheWrite, reasoning, audio } = stored;
  const cache = cacheRead + cacheWrite;
  let cacheApart = cache > prompt;
  let reasoningApart = reasoning > completion;
  const beyond = total - prompt - completion - (cacheApart ? cache : 0) - (reasoningApart ? reasoning : 0);
  if (near(beyond, cache + reasoning)) {
    cacheApart = true;
    reasoningApart = true;
    // If cache and reasoning are equal, the total fits both. Gemini counts reasoning beside the output;
    // hardly any client counts the cache beside the input.
  } else if (!reasoningApart && near(beyond, reasoning)) reasoningApart = true;
  else if (!cacheApart && near(beyond, cache)) cacheApart = true;
  return {
    uncachedInput: cacheApart ? prompt : prompt - cache,
    cacheRead,
    cacheWrite,
    outputText: reasoningApart ? completion : completion - reasoning,
    reasoning,
    audio,
  };
}

/** Parts of the buckets that have their own price. */
export interface MediaTokens {
  /** The part of the cache writes that is kept for an hour. */
  cacheWrite1h?: number;
  /** The part of `audio` in the output. Without it, audio counts as input, up to the size of the input. */
  audioOutput?: number;
  /** Undefined if the client did not count images. */
  imageInput?: number;
  imageOutput?: number;
  /** The parts of the cache reads. Without them, what exceeds the uncached input was read from the cache. */
  cacheReadAudio?: number;
  cacheReadImage?: number;
}

/** From the `requestMeta` of a call. */
export function mediaTokens(meta: Readonly<Record<string, unknown>> | null): MediaTokens {
  const audioOutput = countIn(meta, 'audioOutputTokens');
  const images = countIn(meta, 'imageTokens');
  const given = meta?.['imageOutputTokens'];
  const imageOutput = typeof given === 'number' ? given : undefined;
  const [cacheReadAudio, cacheReadImage] = ['cachedAudioTokens', 'cachedImageTokens'].map((name) => {
    const count = meta?.[name];
    return typeof count === 'number' && count >= 0 ? count : undefined;
  });
  return {
    cacheWrite1h: countIn(meta, 'cacheWrite1hTokens') ?? 0,
    ...(cacheReadAudio === undefined ? {} : { cacheReadAudio }),
    ...(cacheReadImage === undefined ? {} : { cacheReadImage }),
    ...(audioOutput === undefined ? {} : { audioOutput }),
    ...(imageOutput === undefined ? {} : { imageOutput }),
    ...(images === undefined ? {} : { imageInput: images - Math.min(imageOutput ?? 0, images) }),
  };
}

/** How often the vendor ran a tool that it bills by use. */
export interface ToolUses {
  /** Includes grounding with a search engine. */
  webSearch?: number;
  fileSearch?: number;
  codeContainer?: number;
}

/** From the `requestMeta` of a call; undefined if there were none. */
export function toolUses(meta: Readonly<Record<string, unknown>> | null): ToolUses | undefined {
  const webSearch = countIn(meta, 'webSearches');
  const fileSearch = countIn(meta, 'fileSearches');
  const codeContainer = countIn(meta, 'codeContainers');
  if (webSearch === undefined && fileSearch === undefined && codeContainer === undefined) return undefined;
  return {
    ...(webSearch === undefined ? {} : { webSearch }),
    ...(fileSearch === undefined ? {} : { fileSearch }),
    ...(codeContainer === undefined ? {} : { codeContainer }),
  };
}

const countIn = (meta: Readonly<Record<string, unknown>> | null, name: string): number | undefined => {
  const value = meta?.[name];
  return typeof value === 'number' && value > 0 ? value : undefined;
};

export interface PricedTokens {
  input: number;
  audioInput: number;
  imageInput: number;
  cacheRead: number;
  cacheReadAudio: number;
  cacheReadImage: number;
  cacheWrite: number;
  cacheWrite1h: number;
  /** Text and reasoning. */
  output: number;
  audioOutput: number;
  imageOutput: number;
}

/**
 * Each token once. Audio and images of the input were read from the cache as far as the client counted them there,
 * or exceed the uncached input.
 * `makesImages`: output that the client did not count by kind is images.
 */
export function splitByPrice(usage: TokenBuckets, media: MediaTokens, makesImages: boolean): PricedTokens {
  const allOutput = usage.outputText + usage.reasoning;
  const audioOutput = Math.min(
    media.audioOutput ?? Math.max(0, usage.audio - (media.cacheReadAudio ?? 0) - usage.uncachedInput),
    allOutput,
    usage.audio,
  );
  const uncounted = makesImages ? usage.outputText : 0;
  const imageOutput = Math.min(media.imageOutput ?? uncounted, allOutput - audioOutput);
  const images = media.imageInput ?? 0;
  const cachedAudio = Math.min(media.cacheReadAudio ?? 0, usage.cacheRead, usage.audio - audioOutput);
  const cachedImages = Math.min(media.cacheReadImage ?? 0, usage.cacheRead - cachedAudio, images);
  const audioInput = Math.min(usage.audio - audioOutput - cachedAudio, usage.uncachedInput);
  const imageInput = Math.min(images - cachedImages, usage.uncachedInput - audioInput);
  const cacheReadAudio = Math.min(usage.audio - audioOutput - audioInput, usage.cacheRead);
  const cacheReadImage = Math.min(images - imageInput, usage.cacheRead - cacheReadAudio);
  const cacheWrite1h = Math.min(media.cacheWrite1h ?? 0, usage.cacheWrite);
  return {
    input: usage.uncachedInput - audioInput - imageInput,
    audioInput,
    imageInput,
    cacheRead: usage.cacheRead - cacheReadAudio - cacheReadImage,
    cacheReadAudio,
    cacheReadImage,
    cacheWrite: usage.cacheWrite - cacheWrite1h,
    cacheWrite1h,
    output: allOutput - audioOutput - imageOutput,
    audioOutput,
    imageOutput,
  };
}
