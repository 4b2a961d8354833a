import { describe, expect, it } from 'vitest';
import { requestParameters, requestStops, requestTools } from './request-parameters.ts';

describe('the parameters of the request', () => {
  it.each([
    ['members', { temperature: 0.2, maxTokens: 500 }],
    ['attributes', { attributes: { 'gen_ai.request.temperature': 0.2, 'gen_ai.request.max_tokens': 500 } }],
    ['the AI SDK', { attributes: { 'ai.settings.temperature': 0.2, 'ai.settings.maxTokens': 500 } }],
    [
      'JSON text',
      { attributes: { 'llm.invocation_parameters': '{"max_tokens":500,"temperature":0.2,"tools":[]}' } },
    ],
    ['an object', { modelParameters: { temperature: 0.2, max_tokens: 500 } }],
  ])('are read from %s', (_, meta) => {
    expect(requestParameters(meta)).toEqual([
      ['temperature', '0.2'],
      ['max_tokens', '500'],
    ]);
  });

  it('are empty without parameters, and 0 is a value', () => {
    expect(requestParameters({ stream: true, attributes: 'odd', modelParameters: 'not JSON' })).toEqual([]);
    expect(requestParameters({ temperature: 0, seed: '' })).toEqual([['temperature', '0']]);
  });
});

describe('the stop sequences of the request', () => {
  it.each([
    ['a text', { stop: 'END' }, ['END']],
    ['a list', { stopSequences: ['END', '', 7, '\n\n'] }, ['END', '\n\n']],
    ['an attribute', { attributes: { 'gen_ai.request.stop_sequences': ['END'] } }, ['END']],
    ['JSON text', { attributes: { 'gen_ai.request.stop_sequences': '["END"]' } }, ['END']],
    ['no member', { stop: [], temperature: 1 }, []],
  ])('are read from %s', (_, meta, stops) => {
    expect(requestStops(meta)).toEqual(stops);
  });
});

describe('the tools of the request', () => {
  const parameters = { type: 'object', properties: { city: { type: 'string' } } };
  const tool = { name: 'get_weather', description: 'The weather', parameters };
  it.each([
    ['chat completions', { tools: [{ type: 'function', function: tool }] }],
    ['the playground', { tools: [tool] }],
    ['Anthropic', { tools: [{ name: tool.name, description: tool.description, input_schema: parameters }] }],
    ['Google', { tools: [{ functionDeclarations: [tool] }] }],
    [
      'the convention',
      { attributes: { 'gen_ai.tool.definitions': JSON.stringify([{ type: 'function', ...tool }]) } },
    ],
    [
      'the AI SDK',
      {
        attributes: {
          'ai.prompt.tools': [JSON.stringify({ ...tool, parameters: undefined, inputSchema: parameters })],
        },
      },
    ],
    [
      'parameters as JSON text',
      { attributes: { 'llm.invocation_parameters': JSON.stringify({ tools: [{ function: tool }] }) } },
    ],
  ])('are read from %s', (_, meta) => expect(requestTools(meta)).toEqual([tool]));

  it('are empty without tools, and a tool without a schema takes anything', () => {
    expect([requestTools({}), requestTools({ tools: 'none' }), requestTools({ tools: [1, {}] })]).toEqual([
      [],
      [],
      [],
    ]);
    expect(requestTools({ tools: [{ name: 'now' }] })).toEqual([
      { name: 'now', description: null, parameters: { type: 'object', properties: {} } },
    ]);
  });
});
