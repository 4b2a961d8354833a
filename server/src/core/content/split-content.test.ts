import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject, ObservationRecord } from '#records';
import { sampleCall } from './sample-call.ts';
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
);
const attributes = fc.dictionary(names, json) as fc.Arbitrary<JsonObject>;
const requestMeta = fc.option(
  fc.record(
    {
      input: json,
      output: json,
      systemInstructions: json,
      attributes: fc.oneof(attributes, json),
      other: json,
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

const observation = (attributes: JsonObject): ObservationRecord => ({
  kind: 'observation',
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
  it('give back every call, also through JSON', () => {
    fc.assert(
      fc.property(requestMeta, toolCalls, (requestMeta, toolCalls) => {
        // As it comes from the wire: without -0 and the like.
        const call = JSON.parse(JSON.stringify(sampleCall({ requestMeta, toolCalls }))) as ReturnType<
          typeof sampleCall
        >;
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

  it('give back every observation', () => {
    fc.assert(
      fc.property(attributes, (attributes) => {
        const record = observation(attributes);
        const { narrow, content } = splitContent(record);
        expect(joinContent(narrow, content)).toEqual(record);
      }),
    );
  });

  it('leave nothing of what was said in the narrow record', () => {
    const { narrow, content } = splitContent(
      sampleCall({
        requestMeta: {
          input: [{ role: 'user', content: SECRET }],
          output: SECRET,
          systemInstructions: SECRET,
          stream: true,
          attributes: { 'llm.input_messages.0.message.content': SECRET, 'server.address': 'api.openai.com' },
        },
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
    expect(narrow.requestMeta).toEqual({ stream: true, attributes: { 'server.address': 'api.openai.com' } });
    expect(narrow.toolCalls).toEqual([
      { id: 'call_1', name: 'search', durationMs: 12, error: null },
      { id: 'call_2', type: 'function', function: { name: 'search' } },
      null,
    ]);
    expect(content?.output).toBe(SECRET);
  });

  it.each<Json>([SECRET, { q: SECRET }, [[SECRET]]])('hide tool calls of another form: %j', (toolCalls) => {
    const { narrow, content } = splitContent(sampleCall({ toolCalls }));
    expect(JSON.stringify(narrow)).not.toContain(SECRET);
    expect(content).toEqual({ toolCalls });
  });

  it('give a record without content back as it came', () => {
    for (const call of [
      sampleCall(),
      sampleCall({ requestMeta: { stream: true, input: null }, toolCalls: [{ id: 'a', name: 'b' }] }),
    ]) {
      expect(splitContent(call).narrow).toBe(call);
      expect(splitContent(call).content).toBeNull();
      expect(joinContent(call, null)).toBe(call);
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
  ])('know %s as content', (name) => {
    expect(splitContent(observation({ [name]: SECRET })).narrow.attributes).toEqual({});
  });

  it.each([
    'gen_ai.prompt.name',
    'gen_ai.usage.input_tokens',
    'http.method',
    'input.mime_type',
    'gen_ai.tool.name',
    'db.system',
  ])('know %s as no content', (name) => {
    expect(splitContent(observation({ [name]: 'x' })).content).toBeNull();
  });

  it('show content that cannot be opened as null', () => {
    const { narrow } = splitContent(sampleCall({ requestMeta: { input: SECRET, stream: true } }));
    expect(withUnreadableContent(narrow).requestMeta).toEqual({ stream: true, input: null, output: null });
  });
});

it('the content of a call that became an observation is in its attributes', () => {
  const { content } = splitContent(
    sampleCall({ requestMeta: { input: SECRET, systemInstructions: 'be kind' }, toolCalls: 'search()' }),
  );
  expect(joinContent(observation({ x: 1 }), content).attributes).toEqual({
    x: 1,
    'gen_ai.input.messages': SECRET,
    'gen_ai.system_instructions': 'be kind',
    'gen_ai.tool.calls': 'search()',
  });
});
