// A Langfuse observation as a span, in the words that the Langfuse SDKs use for the attributes of a span.
import { isObject } from '#lib/is-object';
import type { Attributes, Span } from '#otlp';
import type { Json, JsonObject } from '#records';
import type { PeerSpans } from '../../open-spans/index.ts';
import { idIn } from './span-ids.ts';
import { timeIn } from './time-in.ts';

const OBSERVATION = 'langfuse.observation.';
const TRACE = 'langfuse.trace.';
const SCOPE = { name: 'langfuse', version: '' };

export const langfuseSpans: PeerSpans = {
  name: 'langfuse',
  needsTrace: true,
  mergedMembers: new Set(['metadata']),
  contentMembers: ['input', 'output', 'metadata'],
  toSpan: ({ id, traceId, body }, trace) => {
    const startMs =
      timeIn(body['startTime']) ?? timeIn(body['completionStartTime']) ?? timeIn(body['endTime']) ?? 0;
    const endMs = Math.max(startMs, timeIn(body['endTime']) ?? startMs);
    return {
      // Without a trace, Langfuse makes one for the observation.
      traceId: traceId || id,
      spanId: id,
      parentSpanId: idIn(body['parentObservationId']),
      name: textIn(body['name']) ?? '',
      kind: 0,
      startMs,
      endMs,
      durationMs: endMs - startMs,
      attributes: attributesOf(body, trace ?? {}),
      events: [],
      statusCode: 0,
      statusMessage: '',
      resource: new Map(),
      scope: SCOPE,
    } satisfies Span;
  },
};

const textIn = (value: Json | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

const objectIn = (value: Json | undefined): JsonObject | undefined =>
  isObject(value) && Object.keys(value).length > 0 ? value : undefined;

const asText = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

function attributesOf(body: JsonObject, trace: JsonObject): Attributes {
  const attributes: Attributes = new Map();
  const add = (key: string, value: Json | undefined): void => {
    if (value !== undefined && value !== null && value !== '') attributes.set(key, value);
  };
  const type = textIn(body['type']) ?? 'span';
  // Content of a call is read as a structure. Among the attributes of other spans it is a text, which can be
  // cut.
  const content = (value: Json | undefined): Json | undefined =>
    type === 'generation' || type === 'embedding' || value === undefined ? value : asText(value);
  add(`${OBSERVATION}type`, type);
  add(`${OBSERVATION}model.name`, textIn(body['model']));
  const parameters = objectIn(body['modelParameters']);
  add(`${OBSERVATION}model.parameters`, parameters && JSON.stringify(parameters));
  add(`${OBSERVATION}input`, content(body['input']));
  add(`${OBSERVATION}output`, content(body['output']));
  addUsage(body, add);
  add(`${OBSERVATION}completion_start_time`, textIn(body['completionStartTime']));
  add(`${OBSERVATION}level`, textIn(body['level']));
  add(`${OBSERVATION}status_message`, textIn(body['statusMessage']));
  add(`${OBSERVATION}prompt.name`, textIn(body['promptName']));
  add(`${OBSERVATION}prompt.version`, body['promptVersion']);
  add('user.id', textIn(trace['userId']));
  add('session.id', textIn(trace['sessionId']));
  add(`${TRACE}name`, textIn(trace['name']));
  add(`${TRACE}tags`, Array.isArray(trace['tags']) ? trace['tags'] : undefined);
  const environment = textIn(body['environment']) ?? textIn(trace['environment']);
  // Clients send this word if none is set.
  if (environment !== 'default') add('langfuse.environment', environment);
  add('langfuse.version', textIn(body['version']) ?? textIn(trace['version']));
  add('langfuse.release', textIn(trace['release']));
  for (const [key, value] of Object.entries(objectIn(trace['metadata']) ?? {})) {
    add(`${TRACE}metadata.${key}`, scalarOrText(value));
  }
  for (const [key, value] of Object.entries(objectIn(body['metadata']) ?? {})) {
    add(`${OBSERVATION}metadata.${key}`, scalarOrText(value));
  }
  return attributes;
}

const scalarOrText = (value: Json): Json =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : value;

/** `usageDetails` and `costDetails` win over `usage`, which older clients send, some beside them. */
function addUsage(body: JsonObject, add: (key: string, value: Json | undefined) => void): void {
  const usage = objectIn(body['usage']);
  const unit = textIn(usage?.['unit']);
  const isTokens = unit === undefined || unit === 'TOKENS';
  add(`${OBSERVATION}usage_details`, objectIn(body['usageDetails']) ?? (isTokens ? usage : undefined));
  add(`${OBSERVATION}cost_details`, objectIn(body['costDetails']) ?? (usage && costsIn(usage)));
  if (usage && !isTokens) add(`${OBSERVATION}usage`, JSON.stringify(usage));
}

const COSTS: readonly (readonly [part: string, names: readonly string[]])[] = [
  ['total', ['totalCost', 'total_cost']],
  ['input', ['inputCost', 'input_cost']],
  ['output', ['outputCost', 'output_cost']],
];

function costsIn(usage: JsonObject): JsonObject | undefined {
  const costs: JsonObject = {};
  for (const [part, names] of COSTS) {
    const found = names.map((name) => usage[name]).find((cost) => typeof cost === 'number');
    if (found !== undefined) costs[part] = found;
  }
  return objectIn(costs);
}
