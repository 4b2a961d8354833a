// Spans per CPU second for decoding an export, and for decoding it and mapping it to records, in both
// encodings, beside JSON.parse of the same body. Run: `node bench/otlp-decode.ts`.
import { PbfWriter } from 'pbf';
import { decodeJson, decodeProtobuf, mapTraces } from '../server/src/otlp/index.ts';

type Value = string | number | string[];
interface Sample {
  traceId: string;
  spanId: string;
  parentSpanId: string;
  name: string;
  kind: number;
  start: bigint;
  end: bigint;
  attributes: [string, Value][];
}

const SPANS = 512;
const ROUNDS = 5;
const ROUND_MS = 1_000;
const PROVIDERS = ['openai', 'anthropic', 'google', 'mistral'];
const nowMs = Date.UTC(2026, 10, 15);

// The export of an agent. Of ten spans, five are calls (two of them with their messages), two are tools, two
// are http and one is an agent.
function sample(index: number): Sample {
  const hex = (value: number, length: number) => (value + 1).toString(16).padStart(length, 'a');
  const start = BigInt(nowMs) * 1_000_000n + BigInt(index) * 1_234_567n;
  const role = index % 10;
  return {
    traceId: hex(Math.floor(index / 10), 32),
    spanId: hex(index, 16),
    parentSpanId: role === 9 ? '' : hex(index - role + 9, 16),
    name:
      role < 5
        ? 'chat gpt-4o-mini'
        : role < 7
          ? 'execute_tool get_weather'
          : role < 9
            ? 'GET'
            : 'invoke_agent weather',
    kind: role < 5 || role === 7 || role === 8 ? 3 : 1,
    start,
    end: start + 412_345_678n,
    attributes: attributesOf(role, index),
  };
}

function attributesOf(role: number, index: number): [string, Value][] {
  if (role < 5)
    return [
      ...CHAT,
      ['gen_ai.response.id', `chatcmpl-${index}-abcdefghijklmnop`],
      ...(role < 2 ? MESSAGES : []),
    ];
  if (role < 7) return TOOL;
  return role < 9 ? HTTP : AGENT;
}

const CHAT: [string, Value][] = [
  ['gen_ai.operation.name', 'chat'],
  ['gen_ai.provider.name', 'openai'],
  ['gen_ai.request.model', 'gpt-4o-mini'],
  ['gen_ai.request.temperature', 0.2],
  ['gen_ai.request.max_tokens', 512],
  ['server.address', 'api.openai.com'],
  ['server.port', 443],
  ['gen_ai.conversation.id', 'conv-42'],
  ['user.id', 'user-7'],
  ['gen_ai.response.model', 'gpt-4o-mini-2024-07-18'],
  ['gen_ai.response.finish_reasons', ['stop']],
  ['gen_ai.response.time_to_first_chunk', 0.094],
  ['gen_ai.usage.input_tokens', 1184],
  ['gen_ai.usage.output_tokens', 17],
  ['gen_ai.usage.cache_read.input_tokens', 1024],
];
const message = (role: string, content: string) =>
  JSON.stringify([{ role, parts: [{ type: 'text', content }] }]);
const MESSAGES: [string, Value][] = [
  ['gen_ai.input.messages', message('user', 'What is the weather in Paris? '.repeat(20))],
  [
    'gen_ai.output.messages',
    message('assistant', 'It is 18 degrees and sunny in Paris right now. '.repeat(8)),
  ],
];
const TOOL: [string, Value][] = [
  ['gen_ai.operation.name', 'execute_tool'],
  ['gen_ai.tool.name', 'get_weather'],
  ['gen_ai.tool.type', 'function'],
  ['gen_ai.tool.call.id', 'call_1'],
  ['gen_ai.tool.call.arguments', '{"city":"Paris"}'],
  ['gen_ai.conversation.id', 'conv-42'],
];
const HTTP: [string, Value][] = [
  ['http.request.method', 'GET'],
  ['url.full', 'http://tools/weather?city=Paris'],
  ['server.address', 'tools'],
  ['http.response.status_code', 200],
];
const AGENT: [string, Value][] = [
  ['gen_ai.operation.name', 'invoke_agent'],
  ['gen_ai.agent.name', 'weather_agent'],
  ['gen_ai.conversation.id', 'conv-42'],
  ['user.id', 'user-7'],
];

const jsonValue = (value: Value): object => {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'number')
    return Number.isInteger(value) ? { intValue: value } : { doubleValue: value };
  return { arrayValue: { values: value.map(jsonValue) } };
};
const jsonAttributes = (attributes: [string, Value][]) =>
  attributes.map(([key, value]) => ({ key, value: jsonValue(value) }));

const RESOURCE: [string, Value][] = [
  ['service.name', 'weather-agent'],
  ['telemetry.sdk.language', 'nodejs'],
];

function asJson(spans: Sample[]): Buffer {
  const encoded = spans.map(({ start, end, attributes, ...span }) => ({
    ...span,
    startTimeUnixNano: String(start),
    endTimeUnixNano: String(end),
    attributes: jsonAttributes(attributes),
    status: { code: 0 },
  }));
  const scopeSpans = [{ scope: { name: 'bench' }, spans: encoded }];
  return Buffer.from(
    JSON.stringify({ resourceSpans: [{ resource: { attributes: jsonAttributes(RESOURCE) }, scopeSpans }] }),
  );
}

function asProtobuf(spans: Sample[]): Buffer {
  const value = (given: Value, writer: PbfWriter): void => {
    if (typeof given === 'string') writer.writeStringField(1, given);
    else if (typeof given !== 'number') writer.writeMessage(5, array, given);
    else if (Number.isInteger(given)) writer.writeVarintField(3, given);
    else writer.writeDoubleField(4, given);
  };
  const array = (given: string[], writer: PbfWriter): void => {
    for (const item of given) writer.writeMessage(1, value, item);
  };
  const pair = ([key, given]: [string, Value], writer: PbfWriter): void => {
    writer.writeStringField(1, key);
    writer.writeMessage(2, value, given);
  };
  const span = (given: Sample, writer: PbfWriter): void => {
    writer.writeBytesField(1, Buffer.from(given.traceId, 'hex'));
    writer.writeBytesField(2, Buffer.from(given.spanId, 'hex'));
    if (given.parentSpanId !== '') writer.writeBytesField(4, Buffer.from(given.parentSpanId, 'hex'));
    writer.writeStringField(5, given.name);
    writer.writeVarintField(6, given.kind);
    for (const [field, time] of [
      [7, given.start],
      [8, given.end],
    ] as const) {
      writer.writeTag(field, 1);
      writer.writeFixed32(Number(time & 0xffff_ffffn));
      writer.writeFixed32(Number(time >> 32n));
    }
    for (const attribute of given.attributes) writer.writeMessage(9, pair, attribute);
  };
  const scope = (given: Sample[], writer: PbfWriter): void => {
    for (const one of given) writer.writeMessage(2, span, one);
  };
  const resource = (given: [string, Value][], writer: PbfWriter): void => {
    for (const attribute of given) writer.writeMessage(1, pair, attribute);
  };
  const group = (given: Sample[], writer: PbfWriter): void => {
    writer.writeMessage(1, resource, RESOURCE);
    writer.writeMessage(2, scope, given);
  };
  const writer = new PbfWriter();
  writer.writeMessage(1, group, spans);
  return Buffer.from(writer.finish());
}

/** Median over the rounds, in spans per second of this process' CPU. */
function rate(work: () => void): number {
  const rates: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const before = process.cpuUsage();
    const end = performance.now() + ROUND_MS;
    let bodies = 0;
    while (performance.now() < end) {
      work();
      bodies += 1;
    }
    const used = process.cpuUsage(before);
    // The first round only warms up.
    if (round > 0) rates.push((bodies * SPANS) / ((used.user + used.system) / 1_000_000));
  }
  return rates.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Number.NaN;
}

const spans = Array.from({ length: SPANS }, (_, index) => sample(index));
const json = asJson(spans);
const protobuf = asProtobuf(spans);
const options = { providers: PROVIDERS, nowMs };
const mapped = mapTraces(decoded(decodeProtobuf(protobuf)), options);
const same = JSON.stringify(mapped) === JSON.stringify(mapTraces(decoded(decodeJson(json)), options));
if (!same) throw new Error('The two encodings do not give the same records.');

function decoded(result: ReturnType<typeof decodeJson>) {
  if (!result.ok) throw new Error(result.message);
  return result.spans;
}

const parse = rate(() => JSON.parse(json.toString()));
const report = (name: string, perSecond: number): void =>
  console.log(
    `${name.padEnd(28)}${Math.round(perSecond).toLocaleString('en').padStart(10)} spans/CPU-s  ${(perSecond / parse).toFixed(2)} of JSON.parse`,
  );
console.log(
  `${SPANS} spans: ${json.length} bytes of JSON, ${protobuf.length} of protobuf; Node ${process.version}`,
);
report('JSON.parse alone', parse);
report(
  'json: decode',
  rate(() => decodeJson(json)),
);
report(
  'json: decode + map',
  rate(() => mapTraces(decoded(decodeJson(json)), options)),
);
report(
  'protobuf: decode',
  rate(() => decodeProtobuf(protobuf)),
);
report(
  'protobuf: decode + map',
  rate(() => mapTraces(decoded(decodeProtobuf(protobuf)), options)),
);
