// One call of a model as a span of the GenAI conventions.
import {
  context,
  SpanKind,
  trace,
  type Attributes,
  type Context,
  type Span,
  type TimeInput,
} from '@opentelemetry/api';
import { currentInstrument, safely, setContent, setFailure, type Instrument } from '../tracing/instrument.ts';
import { usageAttributes, type ModelUsage } from '../tracing/usage.ts';

export type GivenFields = Record<string, unknown>;

export const isGivenFields = (value: unknown): value is GivenFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const fieldsOf = (value: unknown): GivenFields => (isGivenFields(value) ? value : {});
export const givenRecords = (value: unknown): GivenFields[] =>
  Array.isArray(value) ? value.filter(isGivenFields) : [];
export const givenText = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;
export const givenNumber = (value: unknown): number | undefined =>
  typeof value === 'number' ? value : undefined;

export interface Request {
  operation: 'chat' | 'generate_content' | 'embeddings';
  provider: string;
  model: string;
  /** The host that answers. */
  address?: string | undefined;
  isStream?: boolean;
  input?: unknown;
  system?: unknown;
  tools?: unknown;
  attributes?: Attributes;
}

export interface Answer {
  id?: string | undefined;
  model?: string | undefined;
  finishReasons?: string[];
  usage?: ModelUsage;
  output?: unknown;
  attributes?: Attributes;
}

export interface ModelCall {
  /** The context in which the client is called, so that its HTTP spans become children. */
  readonly inside: Context;
  /** The first part of a stream has arrived. */
  begun(): void;
  done(answer: () => Answer): void;
  /** A stream that ended before its end: the program left it, or cancelled it. */
  left(answer: () => Answer): void;
  failed(error: unknown, answer?: () => Answer): void;
}

/** Undefined if the span cannot be made; the call is then made without one. */
export function startCall(request: () => Request, place: CallPlace = {}): ModelCall | undefined {
  const instrument = currentInstrument();
  return safely(instrument, () => newCall(instrument, request(), place));
}

/** For a call that is known only when it has ended. */
interface CallPlace {
  from?: Context;
  startTime?: TimeInput;
}

function newCall(
  instrument: Instrument,
  request: Request,
  { from = context.active(), startTime }: CallPlace,
): ModelCall {
  const { operation, provider, model, address, isStream, input, system, tools, attributes } = request;
  const span = instrument.tracer().startSpan(
    `${operation} ${model}`,
    {
      kind: SpanKind.CLIENT,
      ...(startTime === undefined ? {} : { startTime }),
      attributes: {
        'gen_ai.operation.name': operation,
        'gen_ai.provider.name': provider,
        'gen_ai.request.model': model,
        ...(address === undefined ? {} : { 'server.address': address }),
        ...(isStream === true ? { 'gen_ai.request.stream': true } : {}),
        ...attributes,
      },
    },
    from,
  );
  if (span.isRecording()) {
    // The conventions have no messages for embeddings.
    const inputKey = operation === 'embeddings' ? 'input.value' : 'gen_ai.input.messages';
    setContent(instrument, span, inputKey, input);
    setContent(instrument, span, 'gen_ai.system_instructions', system);
    setContent(instrument, span, 'gen_ai.tool.definitions', tools);
  }
  const startedAt = performance.now();
  let isEnded = false;
  let hasBegun = false;
  const end = (fn: () => void): void => {
    if (isEnded) return;
    isEnded = true;
    if (span.isRecording()) safely(instrument, fn);
    safely(instrument, () => span.end());
  };
  return {
    inside: trace.setSpan(from, span),
    begun: () => {
      if (hasBegun) return;
      hasBegun = true;
      const seconds = (performance.now() - startedAt) / 1000;
      safely(instrument, () => span.setAttribute('gen_ai.response.time_to_first_chunk', seconds));
    },
    done: (answer) => end(() => writeAnswer(instrument, span, answer())),
    left: (answer) =>
      end(() => {
        span.setAttribute('tracewell.stream_incomplete', true);
        writeAnswer(instrument, span, answer());
      }),
    failed: (error, answer) =>
      end(() => {
        if (answer !== undefined) writeAnswer(instrument, span, answer());
        setFailure(instrument, span, error);
      }),
  };
}

function writeAnswer(instrument: Instrument, span: Span, answer: Answer): void {
  const { id, model, finishReasons = [], usage = {}, output, attributes = {} } = answer;
  if (id !== undefined) span.setAttribute('gen_ai.response.id', id);
  if (model !== undefined) span.setAttribute('gen_ai.response.model', model);
  if (finishReasons.length > 0) span.setAttribute('gen_ai.response.finish_reasons', finishReasons);
  span.setAttributes(usageAttributes(usage));
  span.setAttributes(attributes);
  setContent(instrument, span, 'gen_ai.output.messages', output);
}

/** Reads the parts of a stream while the program does. */
export interface StreamReader {
  read(part: unknown): void;
  answer(): Answer;
  /** Whether the model has said that it is done. */
  isComplete(): boolean;
  /** A part that the program did not ask for and must not see. */
  isOurs?(part: unknown): boolean;
}

/** The parts as they are, with the call beside them. */
export async function* watchedParts<T>(
  parts: AsyncIterator<T>,
  call: ModelCall,
  reader: StreamReader,
): AsyncGenerator<T, void, undefined> {
  const instrument = currentInstrument();
  let isOver = false;
  try {
    for (;;) {
      const next = await context.with(call.inside, () => parts.next());
      if (next.done === true) {
        isOver = true;
        break;
      }
      call.begun();
      safely(instrument, () => reader.read(next.value));
      if (reader.isOurs?.(next.value) !== true) yield next.value;
    }
    if (reader.isComplete()) call.done(() => reader.answer());
    else call.left(() => reader.answer());
  } catch (error) {
    isOver = true;
    call.failed(error, () => reader.answer());
    throw error;
  } finally {
    if (!isOver) await parts.return?.();
    // The program left the loop early.
    call.left(() => reader.answer());
  }
}

/** The parts of a message in the conventions' form. */
export const textPart = (content: string): GivenFields => ({ type: 'text', content });

export const toolCallPart = (id: unknown, name: unknown, args: unknown): GivenFields => ({
  type: 'tool_call',
  ...(id === undefined ? {} : { id }),
  name,
  arguments: parsedText(args),
});

export const toolResultPart = (id: unknown, response: unknown): GivenFields => ({
  type: 'tool_call_response',
  ...(id === undefined ? {} : { id }),
  response,
});

/** Arguments of tools arrive as JSON text. A stream that was left has half of it. */
function parsedText(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
