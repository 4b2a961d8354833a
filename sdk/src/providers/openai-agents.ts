// A trace processor for `@openai/agents`: its traces become spans of the GenAI conventions. The exporter of the
// package itself leaves model and text out.
import { context, SpanKind, trace, type Attributes, type Context, type Span } from '@opentelemetry/api';
import { withScope } from '../tracing/context.ts';
import { currentInstrument, safely, setContent, setFailure } from '../tracing/instrument.ts';
import { wallClock } from '../tracing/runtime.ts';
import {
  fieldsOf,
  givenNumber,
  givenRecords,
  givenText,
  startCall,
  textPart,
  type Answer,
  type GivenFields,
  type Request,
} from './model-call.ts';
import { chatAnswer, chatMessage, responsesAnswer, responsesItem } from './openai-messages.ts';

/** The parts of the package's own classes that are read. */
interface AgentsTrace {
  traceId: string;
  name: string;
  groupId: string | null;
  metadata?: Record<string, unknown>;
}

interface AgentsSpan {
  traceId: string;
  spanId: string;
  parentId: string | null;
  spanData: { type: string };
  error: { message: string; data?: Record<string, unknown> } | null;
}

export interface AgentsProcessor {
  onTraceStart(trace: AgentsTrace): Promise<void>;
  onTraceEnd(trace: AgentsTrace): Promise<void>;
  onSpanStart(span: AgentsSpan): Promise<void>;
  onSpanEnd(span: AgentsSpan): Promise<void>;
  forceFlush(): Promise<void>;
  shutdown(): Promise<void>;
}

interface Running {
  /** Undefined for a call, whose span is made when its model is known. */
  otel: Span | undefined;
  inside: Context;
  startedAt: number;
}

/** A trace that never ends, because its program gave up, must not stay in memory for ever. */
const MAX_RUNNING = 10_000;

/** For `setTraceProcessors([agentsProcessor()])`. Spans go where `tracewell()` says. */
export function agentsProcessor(): AgentsProcessor {
  const running = new Map<string, Running>();
  const guarded = async (fn: () => void): Promise<void> => safely(currentInstrument(), fn);

  const begin = (id: string, name: string, attributes: Attributes, from: Context): void => {
    const otel = currentInstrument().tracer().startSpan(name, { kind: SpanKind.INTERNAL, attributes }, from);
    if (running.size >= MAX_RUNNING) running.clear();
    running.set(id, { otel, inside: trace.setSpan(from, otel), startedAt: wallClock() });
  };
  const taken = (id: string): Running | undefined => {
    const found = running.get(id);
    running.delete(id);
    return found;
  };

  return {
    onTraceStart: (agents) =>
      guarded(() => {
        const { groupId, metadata = {} } = agents;
        const scope = { session: groupId ?? undefined, tags: tagsOf(metadata) };
        const attributes = { 'gen_ai.operation.name': 'invoke_workflow' };
        begin(agents.traceId, agents.name, attributes, withScope(context.active(), scope));
      }),
    onTraceEnd: (agents) => guarded(() => taken(agents.traceId)?.otel?.end()),
    onSpanStart: (agents) =>
      guarded(() => {
        const around = running.get(agents.parentId ?? '') ?? running.get(agents.traceId);
        const from = around?.inside ?? context.active();
        if (isCall(agents)) {
          running.set(agents.spanId, { otel: undefined, inside: from, startedAt: wallClock() });
        } else {
          const { name, attributes } = described(agents.spanData);
          begin(agents.spanId, name, attributes, from);
        }
      }),
    onSpanEnd: (agents) =>
      guarded(() => {
        const found = taken(agents.spanId);
        if (found === undefined) return;
        if (found.otel === undefined) endCall(agents, found);
        else endSpan(agents, found.otel);
      }),
    // `tracewell()` sends on its own; its `flush` waits.
    forceFlush: async () => {},
    shutdown: async () => {},
  };
}

const isCall = ({ spanData: { type } }: AgentsSpan): boolean => type === 'generation' || type === 'response';

function tagsOf(metadata: Record<string, unknown>): Record<string, string | number | boolean> {
  const entries = Object.entries(metadata).filter(
    (entry): entry is [string, string | number | boolean] =>
      typeof entry[1] === 'string' || typeof entry[1] === 'number' || typeof entry[1] === 'boolean',
  );
  return Object.fromEntries(entries);
}

function described(data: GivenFields): { name: string; attributes: Attributes } {
  const type = givenText(data['type']) ?? 'span';
  const name = givenText(data['name']) ?? type;
  switch (type) {
    case 'agent':
      return { name, attributes: { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': name } };
    case 'function':
      return { name, attributes: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': name } };
    case 'handoff':
      return {
        name: `handoff to ${givenText(data['to_agent']) ?? 'an agent'}`,
        attributes: { 'gen_ai.operation.name': 'handoff' },
      };
    case 'guardrail':
      return { name, attributes: { 'gen_ai.operation.name': 'guardrail' } };
    case 'mcp_tools':
      return { name: 'list tools', attributes: { 'gen_ai.operation.name': 'list_tools' } };
    case 'task':
    case 'turn': {
      const number = givenNumber(data['turn']);
      const attributes = { 'gen_ai.operation.name': 'agent_step' };
      return { name: number === undefined ? name : `turn ${number}`, attributes };
    }
    default:
      return { name, attributes: {} };
  }
}

function endSpan({ spanData, error }: AgentsSpan, otel: Span): void {
  const instrument = currentInstrument();
  const data = spanData as GivenFields;
  if (data['type'] === 'function') {
    setContent(instrument, otel, 'gen_ai.tool.call.arguments', data['input']);
    setContent(instrument, otel, 'gen_ai.tool.call.result', data['output']);
  } else if (data['type'] === 'custom') {
    setContent(instrument, otel, 'input.value', data['data']);
  } else if (data['type'] === 'guardrail') {
    otel.setAttribute('guardrail.triggered', data['triggered'] === true);
  }
  // Known only at the end.
  const to = givenText(data['to_agent']);
  if (to !== undefined) otel.updateName(`handoff to ${to}`);
  if (error !== null) setFailure(instrument, otel, { name: 'AgentsError', message: error.message });
  otel.end();
}

function endCall({ spanData, error }: AgentsSpan, { inside, startedAt }: Running): void {
  const data = spanData as GivenFields;
  const isResponse = data['type'] === 'response';
  const { request, answer } = isResponse ? responseOf(data) : generationOf(data);
  const call = startCall(() => request, { from: inside, startTime: startedAt });
  if (error === null) call?.done(() => answer);
  else call?.failed({ name: 'AgentsError', message: error.message, ...errorFacts(error.data) }, () => answer);
}

/** What the vendor said about the failure, if the package kept it. */
function errorFacts(data: unknown): { status?: number; code?: string } {
  const { status, code } = fieldsOf(data);
  return {
    ...(typeof status === 'number' ? { status } : {}),
    ...(typeof code === 'string' ? { code } : {}),
  };
}

interface EndedCall {
  request: Request;
  answer: Answer;
}

function responseOf(data: GivenFields): EndedCall {
  const { _input: input, _response: response } = data;
  const whole = fieldsOf(response);
  const { instructions, tools, model } = whole;
  return {
    request: {
      operation: 'chat',
      provider: 'openai',
      model: givenText(model) ?? 'unknown',
      input:
        typeof input === 'string'
          ? [{ role: 'user', parts: [textPart(input)] }]
          : givenRecords(input).map(responsesItem),
      system: typeof instructions === 'string' ? [textPart(instructions)] : undefined,
      tools: Array.isArray(tools) && tools.length > 0 ? tools : undefined,
      attributes: { 'openai.api.type': 'responses' },
    },
    answer: responsesAnswer(whole),
  };
}

/** A call of the older interface of OpenAI, or of another vendor's model. */
function generationOf(data: GivenFields): EndedCall {
  const { model, input, output, usage } = data;
  const [first] = givenRecords(output);
  const isChat = first !== undefined && Array.isArray(first['choices']);
  const request: Request = {
    operation: 'chat',
    provider: 'openai',
    model: givenText(model) ?? 'unknown',
    input: givenRecords(input).map(chatMessage),
  };
  const chat = chatAnswer(isChat ? first : {});
  const counted = fieldsOf(usage);
  return {
    request,
    answer: isChat
      ? chat
      : {
          usage: {
            input: givenNumber(counted['input_tokens']),
            output: givenNumber(counted['output_tokens']),
          },
          output,
        },
  };
}
