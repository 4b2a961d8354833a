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

/** Made once: a text that is put together again for each span is also hashed again. */
const KEYS = {
  type: `${OBSERVATION}type`,
  modelName: `${OBSERVATION}model.name`,
  modelParameters: `${OBSERVATION}model.parameters`,
  input: `${OBSERVATION}input`,
  output: `${OBSERVATION}output`,
  completionStartTime: `${OBSERVATION}completion_start_time`,
  level: `${OBSERVATION}level`,
  statusMessage: `${OBSERVATION}status_message`,
  promptName: `${OBSERVATION}prompt.name`,
  promptVersion: `${OBSERVATION}prompt.version`,
  usageDetails: `${OBSERVATION}usage_details`,
  costDetails: `${OBSERVATION}cost_details`,
  usage: `${OBSERVATION}usage`,
  traceName: `${TRACE}name`,
  traceTags: `${TRACE}tags`,
} as const;

export const langfuseSpans: PeerSpans = {
  name: 'langfuse',
  needsTrace: true,
  mergedMembers: new Set(['metadata']),
  contentMembers: ['input', 'output', 'metadata'],
  mergedReader: {
    url: new URL('./merged-observations.ts', import.meta.url).href,
    name: 'readMergedObservations',
  },
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
  add(KEYS.type, type);
  add(KEYS.modelName, textIn(body['model']));
  const parameters = objectIn(body['modelParameters']);
  add(KEYS.modelParameters, parameters && JSON.stringify(parameters));
  add(KEYS.input, content(body['input']));
  add(KEYS.output, content(body['output']));
  addUsage(body, add);
  add(KEYS.completionStartTime, textIn(body['completionStartTime']));
  add(KEYS.level, textIn(body['level']));
  add(KEYS.statusMessage, textIn(body['statusMessage']));
  add(KEYS.promptName, textIn(body['promptName']));
  add(KEYS.promptVersion, body['promptVersion']);
  add('user.id', textIn(trace['userId']));
  add('session.id', textIn(trace['sessionId']));
  add(KEYS.traceName, textIn(trace['name']));
  add(KEYS.traceTags, Array.isArray(trace['tags']) ? trace['tags'] : undefined);
  const environment = textIn(body['environment']) ?? textIn(trace['environment']);
  // Clients send this word if none is set.
  if (environment !== 'default') add('langfuse.environment', environment);
  add('langfuse.version', textIn(body['version']) ?? textIn(trace['version']));
  add('langfuse.release', textIn(trace['release']));
  addMetadata(`${TRACE}metadata.`, trace['metadata'], add);
  addMetadata(`${OBSERVATION}metadata.`, body['metadata'], add);
  return attributes;
}

function addMetadata(
  beginning: string,
  metadata: Json | undefined,
  add: (key: string, value: Json | undefined) => void,
): void {
  if (!isObject(metadata)) return;
  for (const key of Object.keys(metadata)) add(beginning + key, scalarOrText(metadata[key] ?? null));
}

const scalarOrText = (value: Json): Json =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : value;

/** `usageDetails` and `costDetails` win over `usage`, which older clients send, some beside them. */
function addUsage(body: JsonObject, add: (key: string, value: Json | undefined) => void): void {
  const usage = objectIn(body['usage']);
  const unit = textIn(usage?.['unit']);
  const isTokens = unit === undefined || unit === 'TOKENS';
  add(KEYS.usageDetails, objectIn(body['usageDetails']) ?? (isTokens ? usage : undefined));
  add(KEYS.costDetails, objectIn(body['costDetails']) ?? (usage && costsIn(usage)));
  if (usage && !isTokens) add(KEYS.usage, JSON.stringify(usage));
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
