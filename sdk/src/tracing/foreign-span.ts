// The rule for content, for spans that others made: frameworks with `tw.tracer`, and the program's own
// provider. Other back ends get the span as it is, so only the copy for Tracewell is changed.
import type { Attributes } from '@opentelemetry/api';
import { SCOPE, shareable, type Instrument } from './instrument.ts';
import type { EndedSpan } from './otlp.ts';

/** Where the conventions, the AI SDK, OpenInference and OpenLLMetry put what people and models wrote. */
const CONTENT =
  /^(?:gen_ai\.(?:input\.|output\.|system_instructions|prompt|completion|content|retrieval\.|memory\.|tool\.(?:definitions|description|call\.(?:arguments|result)|input|output)|[a-z.]*message|choice)|ai\.(?:prompt|response\.(?:text|object|reasoning|toolCalls)|toolCall\.(?:args|result)|values?$|schema|settings\.tools)|(?:input|output)\.value|llm\.(?:input_messages|output_messages|prompts|completions|prompt_template|tools|invocation_parameters)|(?:tool|retrieval|reranker|embedding|document)\.|traceloop\.entity\.(?:input|output)|exception\.(?:message|stacktrace))/;

type Rule = Pick<Instrument, 'content' | 'onError'>;

function sharedAttributes(rule: Rule, attributes: Attributes): Attributes {
  const shared: Attributes = {};
  for (const [key, value] of Object.entries(attributes)) {
    if (!CONTENT.test(key) || typeof value === 'number' || typeof value === 'boolean') {
      shared[key] = value;
      continue;
    }
    const text = shareable(rule, key, value);
    if (text !== undefined) shared[key] = text;
  }
  return shared;
}

/** The span as it may leave the process. */
export function sharedSpan(rule: Rule, span: EndedSpan): EndedSpan {
  const { name: scope } = span.instrumentationScope ?? span.instrumentationLibrary ?? {};
  // The SDK applied the rule when it made the span.
  if (rule.content === 'full' || scope === SCOPE.name) return span;
  const { code, message } = span.status;
  const said = message === undefined ? undefined : shareable(rule, 'exception.message', message);
  return {
    name: span.name,
    kind: span.kind,
    spanContext: () => span.spanContext(),
    parentSpanContext: span.parentSpanContext,
    parentSpanId: span.parentSpanId,
    startTime: span.startTime,
    endTime: span.endTime,
    status: said === undefined ? { code } : { code, message: said },
    attributes: sharedAttributes(rule, span.attributes),
    events: span.events.map(({ name, time, attributes = {} }) => ({
      name,
      time,
      attributes: sharedAttributes(rule, attributes),
    })),
    links: span.links,
    resource: span.resource,
    instrumentationScope: span.instrumentationScope,
    instrumentationLibrary: span.instrumentationLibrary,
  };
}
