import { describe, expect, it } from 'vitest';
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

  it('names a variable without a value', () => {
    expect(missingVariable(variant(user('{{name}} {{tone}}'), { tone: 'dry' }), 'hi')).toBe('name');
    expect(missingVariable(variant(user('{{name}} {{tone}}'), { tone: 'dry' }), PERSON)).toBeNull();
    expect(missingVariable(variant(user('{{tone}}'), { tone: { default: null } }), 'hi')).toBe('tone');
  });
});
