import { describe, expect, it } from 'vitest';
import { isSameConfig, readPromptConfig } from '#services/item-requests';
import { missingVariable, orderFor, type StoredVariant } from './variants.ts';

const variant = (messages: object[] | string, variables: object | null = null): StoredVariant => ({
  name: 'v',
  kind: 'model',
  promptId: null,
  promptName: null,
  promptVersion: null,
  prompt: {
    type: typeof messages === 'string' ? 'text' : 'chat',
    template: typeof messages === 'string' ? messages : JSON.stringify(messages),
    variables: variables && JSON.stringify(variables),
  },
  connectionId: null,
  model: null,
  settings: {},
  tools: [],
  outputSchema: null,
});
const user = (content: string) => [{ role: 'user', content }];
const PERSON = '{"name": "Ann", "age": 3}';

describe('what a variant asks for an item', () => {
  it.each([
    ['the input', variant(user('Say {{input}}')), 'hi', user('Say hi')],
    ['a text prompt', variant('Say {{ input }}!'), 'hi', user('Say hi!')],
    ['without a place for the input', variant('Be kind.'), 'hi', user('Be kind.\n\nhi')],
    ['members of the input', variant(user('{{name}} is {{age}}')), PERSON, user('Ann is 3')],
    ['members in a text prompt', variant('{{name}} is {{age}}'), PERSON, user('Ann is 3')],
    ['members and the input', variant(user('{{name}}: {{input}}')), PERSON, user(`Ann: ${PERSON}`)],
    ['a default', variant(user('{{tone}} {{input}}'), { tone: 'dry' }), 'hi', user('dry hi')],
    ['a member before a default', variant(user('{{name}}'), { name: 'Bob' }), PERSON, user('Ann')],
    [
      'only a system message',
      variant([{ role: 'developer', content: 'Be {{input}}' }]),
      'kind',
      [
        { role: 'system', content: 'Be kind' },
        { role: 'user', content: 'kind' },
      ],
    ],
    ['braces in the input stay', variant(user('Say {{input}}')), '{{name}}', user('Say {{name}}')],
  ])('%s', (_, asked, input, messages) => {
    expect(orderFor(asked, input).messages).toEqual(messages);
  });

  const IMAGE = 'data:image/png;base64,iVBORw0KGgo=';
  const seen = {
    role: 'user' as const,
    content: [
      { type: 'text' as const, text: 'What is this?' },
      { type: 'image' as const, image: IMAGE },
    ],
  };
  const TALK = [
    { role: 'system', content: 'From the call' },
    { role: 'user', content: 'Hello' },
    { role: 'assistant', content: 'Hi' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'What is this?' },
        { type: 'image_url', image_url: { url: IMAGE } },
      ],
    },
  ];
  const [, hello, hi] = TALK as [object, object, object];
  const system = { role: 'system', content: 'Be kind.' };
  const place = { type: 'placeholder', name: 'history' };
  it.each<[string, StoredVariant, object[]]>([
    [
      'a message that is only the input',
      variant([system, ...user('{{ input }}')]),
      [system, hello, hi, seen],
    ],
    ['a placeholder', variant([system, place]), [system, hello, hi, seen]],
    [
      'a placeholder and the input',
      variant([system, place, ...user('Asked: {{input}}')]),
      [
        system,
        hello,
        hi,
        { role: 'user', content: [{ type: 'text', text: 'Asked: What is this?' }, seen.content[1]] },
      ],
    ],
    ['neither', variant([system]), [system, hello, hi, seen]],
    ['no system message of its own', variant(user('{{input}}')), [TALK[0], hello, hi, seen].map(Object)],
  ])('an item of messages, images included: %s', (_, asked, messages) => {
    expect(orderFor(asked, JSON.stringify(TALK)).messages).toEqual(messages);
  });

  it('sends the tools and the output schema of the prompt version, or says why not', () => {
    const tool = { name: 'look_up', parameters: { type: 'object' } };
    const outputSchema = { type: 'object' };
    const config = readPromptConfig(
      { config: JSON.stringify({ tools: [tool], toolChoice: 'required', outputSchema }) },
      'x',
    );
    expect(orderFor({ ...variant(user('{{input}}')), ...config }, 'hi')).toMatchObject({
      tools: [tool],
      toolChoice: 'required',
      outputSchema,
    });
    expect(orderFor(variant(user('{{input}}')), 'hi')).not.toHaveProperty('tools');
    for (const bad of [{ tools: {} }, { tools: [{}] }, { tools: [tool, tool] }, { outputSchema: [] }])
      expect(() => readPromptConfig({ config: JSON.stringify(bad) }, 'variants.0.promptId')).toThrow(
        expect.objectContaining({ details: [expect.objectContaining({ path: 'variants.0.promptId' })] }),
      );
    const same = (now: object) => isSameConfig({ config: JSON.stringify(now) }, config);
    const now = { tools: [tool], toolChoice: 'required', outputSchema };
    expect([same({ ...now, model: 'x' }), same({ tools: [tool] })]).toEqual([true, false]);
    expect(same({ ...now, toolChoice: 'auto' })).toBe(false);
  });

  it('names a variable without a value', () => {
    expect(missingVariable(variant(user('{{name}} {{tone}}'), { tone: 'dry' }), 'hi')).toBe('name');
    expect(missingVariable(variant(user('{{name}} {{tone}}'), { tone: 'dry' }), PERSON)).toBeNull();
    expect(missingVariable(variant(user('{{tone}}'), { tone: { default: null } }), 'hi')).toBe('tone');
  });
});
