import { expect, it } from 'vitest';
import { promptOfManifest } from './langsmith-extras.ts';
import { fromFString, fromMustache, ownTemplate } from './templates.ts';

it.each([
  ['Hi {name}.', 'Hi {{name}}.'],
  ['{a}{b}', '{{a}}{{b}}'],
  ['{{"json": {value}}}', '{"json": {{value}}}'],
  ['{price:.2f} {who!r}', '{{price}} {{who}}'],
  ['nothing', 'nothing'],
])('the format string %j is %j', (given, wanted) => {
  expect(fromFString(given)).toBe(wanted);
});

it.each([
  ['Hi {{ name }}.', 'Hi {{name}}.'],
  ['{{{raw}}}', '{{raw}}'],
  ['{% if a %}{{ b.c }}{% endif %}', '{% if a %}{{b.c}}{% endif %}'],
])('Mustache or Jinja %j is %j', (given, wanted) => {
  expect(fromMustache(given)).toBe(wanted);
});

it.each(['f-string', 'F_STRING'])('%s is a format string, anything else is not', (format) => {
  expect(ownTemplate('{a}', format)).toBe('{{a}}');
  expect(ownTemplate('{a}', 'MUSTACHE')).toBe('{a}');
});

const made = (kind: string, kwargs: object) => ({
  lc: 1,
  type: 'constructor',
  id: ['langchain', kind],
  kwargs,
});

it('a prompt of LangChain that is bound to a model, with several parts, is a chat', () => {
  const text = (template: string) => made('PromptTemplate', { template, template_format: 'mustache' });
  const chat = made('ChatPromptTemplate', {
    messages: [
      made('SystemMessage', { content: 'Be kind.' }),
      made('HumanMessagePromptTemplate', { prompt: [text('{{a}}'), text('{{b}}')] }),
      made('ChatMessagePromptTemplate', { role: 'critic', prompt: text('No.') }),
    ],
  });
  expect(promptOfManifest(made('RunnableSequence', { first: chat, last: {} }))).toEqual({
    type: 'chat',
    prompt: [
      { role: 'system', content: 'Be kind.' },
      { role: 'user', content: '{{a}}\n{{b}}' },
      { role: 'critic', content: 'No.' },
    ],
  });
});

it.each([null, 'text', made('FewShotPromptTemplate', {}), made('ChatPromptTemplate', { messages: [] })])(
  '%j has no form here',
  (manifest) => {
    expect(promptOfManifest(manifest)).toBeNull();
  },
);

it('a message with an image has no form here', () => {
  const image = made('ImagePromptTemplate', { template: { url: '{url}' } });
  const message = made('HumanMessagePromptTemplate', { prompt: [image] });
  expect(promptOfManifest(made('ChatPromptTemplate', { messages: [message] }))).toBeNull();
});
