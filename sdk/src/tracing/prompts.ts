// Prompts of the registry, kept in memory. A program that has had a prompt once never waits for it again: an
// old one is returned at once and renewed in the background.
import { unwrap, type TracewellClient } from '../client.ts';
import { errorOf, isTransient, toTracewellError, type TracewellError } from '../errors.ts';
import type { Schemas } from '../operations.ts';
import { untraced, type LinkedPrompt } from './context.ts';

export interface PromptOptions {
  /** `production` unless set. */
  label?: string;
  /** How long a prompt is used without a question; 60,000 ms unless set. */
  ttlMs?: number;
  /** Used if the service has never answered, as a text or as messages. */
  fallback?: string | readonly ChatMessage[];
  /** How long the first request may take; 5,000 ms unless set. */
  timeoutMs?: number;
}

export interface ChatMessage {
  role: string;
  content: string;
}

export type PromptVariables = Readonly<Record<string, string | number | boolean>>;

export interface ResolvedPrompt {
  readonly name: string;
  readonly label: string;
  /** Null for a fallback. */
  readonly version: string | null;
  readonly template: string;
  /** JSON of yours, such as the model and its parameters. */
  readonly config: Readonly<Record<string, unknown>>;
  /** The tools of the model in the config, in the form that they have there. */
  readonly tools: readonly Readonly<Record<string, unknown>>[];
  /** The JSON Schema of the output in the config, or null. */
  readonly outputSchema: Readonly<Record<string, unknown>> | null;
  readonly isFallback: boolean;
  /** For `with({ prompt: prompt.link }, …)`: the calls inside then count for this version. */
  readonly link: LinkedPrompt;
  /** The text with its variables filled in; the texts of a chat prompt, one after the other. */
  compile(variables?: PromptVariables): string;
  /** The messages of a chat prompt; a text prompt is one `system` message. */
  messages(
    variables?: PromptVariables,
    placeholders?: Readonly<Record<string, readonly ChatMessage[]>>,
  ): ChatMessage[];
}

export interface Prompts {
  /** Rejects only if the service has never answered for this prompt and there is no fallback. */
  get(name: string, options?: PromptOptions): Promise<ResolvedPrompt>;
}

/** Keeps prompts beyond the end of the program, for a start while the service is away. */
export interface PromptCopies {
  read(key: string): Promise<string | undefined>;
  write(key: string, text: string): Promise<void>;
}

interface Kept {
  prompt: ResolvedPrompt;
  etag: string | null;
  /** On the clock of performance.now(). */
  askedAt: number;
}

const TTL_MS = 60_000;
const TIMEOUT_MS = 5_000;
/** After a failure the next question waits, so that an outage does not cost a request for each call. */
const RETRY_MS = 5_000;

export function newPrompts(
  client: TracewellClient,
  onError: (error: Error) => void,
  copies?: PromptCopies,
): Prompts {
  const kept = new Map<string, Kept>();
  const asking = new Map<string, Promise<Kept>>();

  const ask = async (name: string, label: string, timeoutMs: number): Promise<Kept> => {
    const key = JSON.stringify([name, label]);
    const before = kept.get(key);
    const answer = await untraced(() =>
      client.GET('/v1/prompts/resolve', {
        params: { query: { name, label } },
        headers: before?.etag == null ? {} : { 'if-none-match': before.etag },
        signal: AbortSignal.timeout(timeoutMs),
      }),
    );
    const askedAt = performance.now();
    if (answer.response.status === 304 && before !== undefined) {
      before.askedAt = askedAt;
      return before;
    }
    if (!answer.response.ok) throw errorOf(answer.response, answer.error);
    const { prompt } = await unwrap(Promise.resolve(answer));
    const etag = answer.response.headers.get('etag');
    const now = { prompt: fromRegistry(prompt, label), etag, askedAt };
    kept.set(key, now);
    void copies?.write(key, JSON.stringify({ prompt, etag })).catch(onError);
    return now;
  };

  /** What an earlier run of the program got. It is renewed as soon as the service is back. */
  const copied = async (name: string, label: string, ttlMs: number): Promise<ResolvedPrompt | undefined> => {
    const key = JSON.stringify([name, label]);
    try {
      const text = await copies?.read(key);
      if (text === undefined) return undefined;
      const { prompt, etag } = JSON.parse(text) as { prompt: Schemas['Prompt']; etag: string | null };
      const askedAt = performance.now() - ttlMs + Math.min(RETRY_MS, ttlMs);
      kept.set(key, { prompt: fromRegistry(prompt, label), etag, askedAt });
      return kept.get(key)?.prompt;
    } catch (error) {
      onError(toTracewellError(error));
      return undefined;
    }
  };

  /** One request at a time for each prompt. */
  const renew = (name: string, label: string, timeoutMs: number): Promise<Kept> => {
    const key = JSON.stringify([name, label]);
    const running = asking.get(key);
    if (running !== undefined) return running;
    const started = ask(name, label, timeoutMs)
      .catch((error: unknown) => {
        throw toTracewellError(error);
      })
      .finally(() => asking.delete(key));
    asking.set(key, started);
    return started;
  };

  const get = async (name: string, options: PromptOptions = {}): Promise<ResolvedPrompt> => {
    const { label = 'production', ttlMs = TTL_MS, timeoutMs = TIMEOUT_MS, fallback } = options;
    const known = kept.get(JSON.stringify([name, label]));
    if (known !== undefined) {
      if (performance.now() - known.askedAt >= ttlMs) {
        void renew(name, label, timeoutMs).catch((error: TracewellError) => {
          known.askedAt = performance.now() - ttlMs + Math.min(RETRY_MS, ttlMs);
          onError(error);
        });
      }
      return known.prompt;
    }
    try {
      return (await renew(name, label, timeoutMs)).prompt;
    } catch (error) {
      // A prompt that the service does not have any more is not used.
      const copy = isTransient(error) ? await copied(name, label, ttlMs) : undefined;
      if (copy === undefined && fallback === undefined) throw error;
      onError(toTracewellError(error));
      if (copy !== undefined) return copy;
      return fromFallback(name, label, fallback ?? '');
    }
  };
  return { get };
}

type Entry = Schemas['PromptMessage'] | ChatMessage;

function fromRegistry(prompt: Schemas['Prompt'], label: string): ResolvedPrompt {
  const { id, name, version, template, messages, variables, config } = prompt;
  const link = { id, name, version, label };
  const facts = { name, label, version, template, config, isFallback: false, link };
  const { tools, outputSchema } = config;
  const settings = {
    tools: Array.isArray(tools) ? tools.filter(isObject) : [],
    outputSchema: isObject(outputSchema) ? outputSchema : null,
  };
  return { ...facts, ...settings, ...compilers(template, messages, defaultsOf(variables)) };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function fromFallback(
  name: string,
  label: string,
  fallback: string | readonly ChatMessage[],
): ResolvedPrompt {
  const isText = typeof fallback === 'string';
  const template = isText ? fallback : JSON.stringify(fallback);
  const facts = { name, label, version: null, template, config: {}, isFallback: true, link: { name, label } };
  return { ...facts, tools: [], outputSchema: null, ...compilers(template, isText ? null : fallback, {}) };
}

function defaultsOf(variables: Schemas['Prompt']['variables']): PromptVariables {
  const defaults: Record<string, string | number | boolean> = {};
  for (const [name, variable] of Object.entries(variables ?? {})) {
    const value = typeof variable === 'string' ? variable : variable.default;
    if (value !== undefined && value !== null) defaults[name] = value;
  }
  return defaults;
}

const VARIABLE = /\{\{\s*([^{}]+?)\s*\}\}/g;

function compilers(
  template: string,
  entries: readonly Entry[] | null,
  defaults: PromptVariables,
): Pick<ResolvedPrompt, 'compile' | 'messages'> {
  // A variable without a value stays as it is, so that the mistake can be seen.
  const filled = (text: string, given: PromptVariables): string =>
    text.replaceAll(VARIABLE, (whole, name: string) => {
      const value = Object.hasOwn(given, name) ? given[name] : defaults[name];
      return value === undefined ? whole : String(value);
    });
  const messages: ResolvedPrompt['messages'] = (variables = {}, placeholders = {}) => {
    if (entries === null) return [{ role: 'system', content: filled(template, variables) }];
    return entries.flatMap((entry) => {
      if (!('content' in entry)) return [...(placeholders[entry.name] ?? [])];
      return [{ role: entry.role, content: filled(entry.content, variables) }];
    });
  };
  const compile = (variables: PromptVariables = {}): string =>
    entries === null
      ? filled(template, variables)
      : messages(variables)
          .map(({ content }) => content)
          .join('\n\n');
  return { compile, messages };
}
