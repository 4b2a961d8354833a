// Spans for the calls of a `@google/genai` client: generateContent, its stream, embedContent, and chats,
// which use the same methods.
import { context } from '@opentelemetry/api';
import { currentInstrument, safely } from '../tracing/instrument.ts';
import type { ModelUsage } from '../tracing/usage.ts';
import { replaceMethod } from './api-promise.ts';
import {
  fieldsOf,
  isGivenFields,
  givenRecords,
  givenNumber,
  startCall,
  givenText,
  textPart,
  toolCallPart,
  toolResultPart,
  watchedParts,
  type Answer,
  type GivenFields,
  type ModelCall,
  type Request,
  type StreamReader,
} from './model-call.ts';

export interface WrapGoogleOptions {
  /** `gcp.gemini`, or `gcp.vertex_ai` for a client of Vertex AI, unless set. */
  provider?: string;
}

/** The same client, whose calls are spans from now on. */
export function wrapGoogle<T extends object>(client: T, options: WrapGoogleOptions = {}): T {
  const { models, vertexai } = client as GivenFields;
  const provider = options.provider ?? (vertexai === true ? 'gcp.vertex_ai' : 'gcp.gemini');
  const watch = (
    name: string,
    requestOf: (params: GivenFields, provider: string) => Request,
    onValue: (value: unknown, call: ModelCall) => unknown,
  ): void =>
    replaceMethod(
      models,
      // `generateContent` may call the model several times, with tools or to continue; this is each call.
      typeof fieldsOf(models)[`${name}Internal`] === 'function' ? `${name}Internal` : name,
      (original) =>
        async function (this: unknown, ...args) {
          const call = startCall(() => requestOf(fieldsOf(args[0]), provider));
          if (call === undefined) return original.apply(this, args);
          try {
            const value: unknown = await context.with(call.inside, () => original.apply(this, args));
            return safely(currentInstrument(), () => onValue(value, call)) ?? value;
          } catch (error) {
            call.failed(error);
            throw error;
          }
        },
    );
  watch('generateContent', contentRequest, (value, call) => {
    call.done(() => contentAnswer(value));
    return value;
  });
  watch('generateContentStream', streamRequest, (value, call) =>
    watchedParts((value as AsyncIterable<unknown>)[Symbol.asyncIterator](), call, contentReader()),
  );
  watch('embedContent', embedRequest, (value, call) => {
    call.done(() => embedAnswer(value));
    return value;
  });
  return client;
}

function partOf(part: unknown): GivenFields {
  if (typeof part === 'string') return textPart(part);
  const { text, thought, functionCall, functionResponse } = fieldsOf(part);
  if (isGivenFields(functionCall)) {
    return toolCallPart(functionCall['id'], functionCall['name'], functionCall['args']);
  }
  if (isGivenFields(functionResponse)) {
    return toolResultPart(functionResponse['id'], functionResponse['response']);
  }
  if (typeof text !== 'string') return fieldsOf(part);
  return thought === true ? { type: 'reasoning', content: text } : textPart(text);
}

const ROLES: Readonly<Record<string, string>> = { model: 'assistant' };

/** A text, a part, a message, or a list of any of them. */
function messagesOf(contents: unknown): GivenFields[] {
  const list = Array.isArray(contents) ? (contents as unknown[]) : [contents];
  return list.map((content) => {
    const { role, parts } = fieldsOf(content);
    if (!Array.isArray(parts)) return { role: 'user', parts: [partOf(content)] };
    const name = givenText(role) ?? 'user';
    return { role: ROLES[name] ?? name, parts: parts.map(partOf) };
  });
}

function contentRequest(params: GivenFields, provider: string): Request {
  const config = fieldsOf(params['config']);
  const system = config['systemInstruction'];
  const attributes: NonNullable<Request['attributes']> = {};
  for (const [name, key] of [
    ['temperature', 'temperature'],
    ['topP', 'top_p'],
    ['topK', 'top_k'],
    ['maxOutputTokens', 'max_tokens'],
  ] as const) {
    const value = givenNumber(config[name]);
    if (value !== undefined) attributes[`gen_ai.request.${key}`] = value;
  }
  return {
    operation: 'generate_content',
    provider,
    model: String(params['model']),
    input: messagesOf(params['contents']),
    system: system === undefined ? undefined : messagesOf(system).flatMap(({ parts }) => parts),
    tools: config['tools'],
    attributes,
  };
}

const streamRequest = (params: GivenFields, provider: string): Request => ({
  ...contentRequest(params, provider),
  isStream: true,
});

/** Google counts thoughts beside the output; the conventions count them as output. */
function usageOf(value: unknown): ModelUsage {
  const usage = fieldsOf(value);
  const output = givenNumber(usage['candidatesTokenCount']);
  const reasoning = givenNumber(usage['thoughtsTokenCount']);
  const prompt = givenNumber(usage['promptTokenCount']);
  return {
    input: prompt === undefined ? undefined : prompt + (givenNumber(usage['toolUsePromptTokenCount']) ?? 0),
    output: output === undefined && reasoning === undefined ? undefined : (output ?? 0) + (reasoning ?? 0),
    cacheRead: givenNumber(usage['cachedContentTokenCount']),
    reasoning,
  };
}

function contentAnswer(value: unknown): Answer {
  const answer = fieldsOf(value);
  const candidates = givenRecords(answer['candidates']);
  return {
    id: givenText(answer['responseId']),
    model: givenText(answer['modelVersion']),
    finishReasons: candidates.flatMap(({ finishReason }) => givenText(finishReason) ?? []),
    usage: usageOf(answer['usageMetadata']),
    output: candidates.map(({ content, finishReason }) => ({
      role: 'assistant',
      parts: givenRecords(fieldsOf(content)['parts']).map(partOf),
      finish_reason: finishReason,
    })),
  };
}

/** Each part is an answer of its own, with a piece of the text and the counts so far. */
function contentReader(): StreamReader {
  let last: GivenFields = {};
  const candidates: { content: { parts: GivenFields[] }; finishReason?: unknown }[] = [];
  return {
    read: (chunk) => {
      const { candidates: pieces, ...rest } = fieldsOf(chunk);
      last = {
        ...last,
        ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
      };
      for (const piece of givenRecords(pieces)) {
        const candidate = (candidates[givenNumber(piece['index']) ?? 0] ??= { content: { parts: [] } });
        const { parts } = candidate.content;
        for (const part of givenRecords(fieldsOf(piece['content'])['parts'])) {
          const before = parts.at(-1);
          const isMore =
            typeof part['text'] === 'string' &&
            typeof before?.['text'] === 'string' &&
            (part['thought'] === true) === (before['thought'] === true);
          if (isMore) before['text'] = `${String(before['text'])}${String(part['text'])}`;
          else parts.push({ ...part });
        }
        if (piece['finishReason'] !== undefined) candidate.finishReason = piece['finishReason'];
      }
    },
    answer: () => contentAnswer({ ...last, candidates: candidates.filter(Boolean) }),
    isComplete: () => candidates.some((candidate) => candidate?.finishReason !== undefined),
  };
}

const embedRequest = (params: GivenFields, provider: string): Request => ({
  operation: 'embeddings',
  provider,
  model: String(params['model']),
  input: params['contents'],
});

function embedAnswer(value: unknown): Answer {
  const embeddings = givenRecords(fieldsOf(value)['embeddings']);
  const counts = embeddings.flatMap(
    ({ statistics }) => givenNumber(fieldsOf(statistics)['tokenCount']) ?? [],
  );
  return counts.length === 0
    ? {}
    : { usage: { input: counts.reduce((sum, count) => sum + count, 0), output: 0 } };
}
