import { PLAIN_SPAN } from '#records/record';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject, ObservationRecord } from '#records';
import { sampleCall } from './sample-call.ts';
import { CONTENT_KEYS } from '#semconv';
import { joinContent, splitContent, withUnreadableContent } from './split-content.ts';

const SECRET = 'what was said';

const json = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>;
const names = fc.constantFrom(
  'input',
  'output',
  'gen_ai.input.messages',
  'http.method',
  'gen_ai.prompt.0.content',
  'x',
  'a key with words',
  '__proto__',
);
const attributes = fc.dictionary(names, json) as fc.Arbitrary<JsonObject>;
const other = fc.dictionary(fc.oneof(fc.string(), names, fc.constantFrom('requestMeta', 'error')), json);
const requestMeta = fc.option(
  fc.record(
    {
      input: json,
      output: json,
      systemInstructions: json,
      attributes: fc.oneof(attributes, json),
      contentDigest: json,
      finishReasons: json,
    },
    { requiredKeys: [] },
  ),
);
const toolCall = fc.record(
  {
    id: fc.string(),
    name: fc.string(),
    arguments: json,
    result: json,
    durationMs: fc.nat(),
    error: json,
    function: fc.oneof(json, fc.record({ name: fc.string(), arguments: fc.string() })),
  },
  { requiredKeys: [] },
);
const toolCalls = fc.oneof(
  fc.constant(null),
  fc.array(fc.oneof(toolCall, json)),
  toolCall,
  json,
) as fc.Arbitrary<Json>;

const errors = fc.record({
  error: fc.option(fc.string({ minLength: 1 })),
  errorDetails: fc.oneof(
    json,
    fc.record({ type: json, code: json, status: json, message: json, stack: json }, { requiredKeys: [] }),
  ),
  redactionMetadata: fc.oneof(
    json,
    fc.record({ version: json, total: json, kinds: json, fields: json }, { requiredKeys: [] }),
  ),
}) as fc.Arbitrary<Pick<ReturnType<typeof sampleCall>, 'error' | 'errorDetails' | 'redactionMetadata'>>;

const observation = (attributes: JsonObject): ObservationRecord => ({
  kind: 'observation',
  ...PLAIN_SPAN,
  id: 'o-1',
  type: 'tool',
  name: 'search',
  timestampMs: 0,
  durationMs: 1,
  error: null,
  traceId: 't',
  spanId: 's',
  parentSpanId: null,
  sessionId: null,
  attributes,
});

describe('splitContent and joinContent', () => {
  it('restore every call, also through JSON', () => {
    fc.assert(
      fc.property(requestMeta, other, toolCalls, errors, (meta, other, toolCalls, errors) => {
        const requestMeta = meta && { ...other, ...meta };
        // As a client sends it: without -0 and the like.
        const call = JSON.parse(
          JSON.stringify(sampleCall({ requestMeta, toolCalls, ...errors })),
        ) as ReturnType<typeof sampleCall>;
        const before = structuredClone(call);
        const { narrow, content } = splitContent(call);
        expect(call).toEqual(before);
        const stored = JSON.parse(JSON.stringify({ narrow, content })) as {
          narrow: typeof narrow;
          content: typeof content;
        };
        expect(joinContent(stored.narrow, stored.content)).toEqual(call);
      }),
      { numRuns: 500 },
    );
  });

  it('restore every observation', () => {
    fc.assert(
      fc.property(attributes, (attributes) => {
        const record = observation(attributes);
        const { narrow, content } = splitContent(record);
        expect(joinContent(narrow, content)).toEqual(record);
      }),
    );
  });

  it('leave no content in the narrow record', () => {
    const { narrow, content } = splitContent(
      sampleCall({
        requestMeta: {
          input: [{ role: 'user', content: SECRET }],
          output: SECRET,
          systemInstructions: SECRET,
          stream: true,
          attributes: { 'llm.input_messages.0.message.content': SECRET, 'server.address': 'api.openai.com' },
          messages: [{ role: 'user', content: SECRET }],
          prompt: SECRET,
          note: SECRET,
          [SECRET]: 1,
          params: { stop: SECRET },
          operation: SECRET.repeat(20),
          temperature: 0.2,
          finishReasons: ['stop'],
        },
        error: `400 invalid request: ${SECRET}`,
        errorDetails: {
          type: 'invalid_request',
          code: `bad request: ${SECRET}`,
          status: 400,
          message: SECRET,
          stack: SECRET,
          retryAfter: 3,
        },
        redactionMetadata: { version: 1, total: 2, kinds: { email: 2 }, note: SECRET },
        toolCalls: [
          {
            id: 'call_1',
            name: 'search',
            arguments: { q: SECRET },
            result: SECRET,
            durationMs: 12,
            error: null,
          },
          { id: 'call_2', type: 'function', function: { name: 'search', arguments: SECRET } },
          SECRET,
        ],
      }),
    );
    expect(JSON.stringify(narrow)).not.toContain(SECRET);
    expect(narrow.requestMeta).toEqual({
      stream: true,
      attributes: { 'server.address': 'api.openai.com' },
      temperature: 0.2,
      finishReasons: ['stop'],
    });
    expect(narrow.error).toBe('400 invalid request: what was …');
    expect(narrow.errorDetails).toEqual({
      type: 'invalid_request',
      code: 'bad request: what was …',
      status: 400,
      message: 'what was …',
      retryAfter: 3,
    });
    expect(narrow.redactionMetadata).toEqual({ version: 1, total: 2, kinds: { email: 2 } });
    expect(narrow.toolCalls).toEqual([
      { id: 'call_1', name: 'search', durationMs: 12, error: null },
      { id: 'call_2', type: 'function', function: { name: 'search' } },
      null,
    ]);
    expect(content?.output).toBe(SECRET);
  });

  it.each<Json>([SECRET, { q: SECRET }, [[SECRET]]])('hide other forms of tool calls: %j', (toolCalls) => {
    const { narrow, content } = splitContent(sampleCall({ toolCalls }));
    expect(JSON.stringify(narrow)).not.toContain(SECRET);
    expect(content).toEqual({ toolCalls });
  });

  it('keep an error chosen by the client if it is one short line', () => {
    const errorOf = (error: string, errorIsLabel: boolean) =>
      splitContent(sampleCall({ error }), { errorIsLabel }).narrow.error;
    for (const label of ['E-7f3a upstream', 'x'.repeat(200)]) {
      expect(errorOf(label, true)).toBe(label);
      expect(errorOf(label, false)).not.toBe(label);
    }
    for (const message of ['x'.repeat(201), `bad request\n${SECRET}`])
      expect(errorOf(message, true)).toBe(errorOf(message, false));
  });

  it('return a record without content unchanged', () => {
    for (const call of [
      sampleCall(),
      sampleCall({ requestMeta: { stream: true, input: null }, toolCalls: [{ id: 'a', name: 'b' }] }),
    ]) {
      expect(splitContent(call).narrow).toBe(call);
      expect(splitContent(call).content).toBeNull();
      expect(joinContent(call, null)).toBe(call);
    }
  });

  it('treat every content key of every dialect as content, on observations, calls and in requestMeta', () => {
    expect(CONTENT_KEYS.length).toBeGreaterThan(100);
    for (const name of CONTENT_KEYS.map((key) => key.replace('*', '0.content'))) {
      for (const said of [SECRET, 7, [SECRET], { text: SECRET }] as Json[]) {
        expect([name, splitContent(observation({ [name]: said })).narrow.attributes]).toEqual([name, {}]);
        const call = sampleCall({ requestMeta: { [name]: said, attributes: { [name]: said } } });
        expect([name, splitContent(call).narrow.requestMeta]).toEqual([name, { attributes: {} }]);
      }
    }
  });

  it.each([
    'gen_ai.input.messages',
    'gen_ai.prompt',
    'gen_ai.completion.0.tool_calls.0.arguments',
    'input.value',
    'llm.output_messages.0.message.content',
    'traceloop.entity.input',
    'ai.prompt.messages',
    'ai.toolCall.args',
    'ai.toolCall.result',
    'langfuse.observation.output',
    'genkit:input',
    'mastra.agent_run.input',
    'gen_ai.tool.call.result',
    'full_command',
    'events',
    'custom.note',
    'db.query.text',
    'url.query',
    'gen_ai.tool.description',
  ])('treat %s as content', (name) => {
    expect(splitContent(observation({ [name]: SECRET })).narrow.attributes).toEqual({});
  });

  it.each([
    'gen_ai.prompt.name',
    'gen_ai.usage.input_tokens',
    'http.method',
    'input.mime_type',
    'gen_ai.tool.name',
    'db.system',
    'user.id',
    'langfuse.trace.metadata.tier',
  ])('treat %s as content only if it is long', (name) => {
    expect(splitContent(observation({ [name]: 'x' })).content).toBeNull();
    expect(splitContent(observation({ [name]: 'x'.repeat(600) })).narrow.attributes).toEqual({});
  });

  it.each<[string, Json]>([
    ['my.count', 7],
    ['my.flag', true],
    ['my.list', []],
    ['my.nothing', null],
  ])('leave %s alone: numbers and empty values are not content', (name, value) => {
    expect(splitContent(observation({ [name]: value })).content).toBeNull();
  });

  it('show content that cannot be opened as null', () => {
    const { narrow } = splitContent(sampleCall({ requestMeta: { input: SECRET, stream: true } }));
    expect(withUnreadableContent(narrow).requestMeta).toEqual({ stream: true, input: null, output: null });
  });
});

it('the content of a call that became an observation is in its attributes', () => {
  const { content } = splitContent(
    sampleCall({
      requestMeta: { input: SECRET, systemInstructions: 'be kind', note: 'mine' },
      toolCalls: 'search()',
      error: 'Tokyo',
      errorDetails: { stack: 'at Tokyo' },
    }),
  );
  const joined = joinContent(observation({ x: 1, 'tracewell.request_meta': { temperature: 1 } }), content);
  expect(joined.error).toBe('Tokyo');
  expect(joined.attributes).toEqual({
    x: 1,
    'tracewell.request_meta': { temperature: 1, note: 'mine' },
    'tracewell.error_details': { stack: 'at Tokyo' },
    'gen_ai.input.messages': SECRET,
    'gen_ai.system_instructions': 'be kind',
    'gen_ai.tool.calls': 'search()',
  });
});
