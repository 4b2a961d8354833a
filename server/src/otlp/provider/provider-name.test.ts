import { expect, it } from 'vitest';
import { openProvider, providerNamer } from './provider-name.ts';

const FOUR = ['openai', 'anthropic', 'google', 'mistral'];
const open = openProvider(FOUR);
const named = (
  name: string | undefined,
  model?: string,
  serviceName?: string,
  serverAddress?: string,
): string => open({ named: name, model, serviceName, serverAddress });

it.each([
  ['a configured provider', 'OpenAI', 'gpt-4o', 'openai'],
  ['an alias of one', 'azure.ai.openai', 'my-deployment', 'openai'],
  ['a vendor beyond them', 'cohere', 'command-r', 'cohere'],
  ['an alias of such a vendor', 'x_ai', 'grok-4', 'xai'],
  ['an unknown name, in lower case', ' Acme AI ', 'acme-1', 'acme ai'],
  ['the interface after the name', 'acme.chat', 'acme-1', 'acme'],
  ['the interface after a known name', 'alibaba.chat', 'qwen-max', 'alibaba'],
  ['the OpenAI client at another vendor', 'openai', 'qwen-max', 'alibaba'],
  ['the OpenAI client at a configured vendor', 'openai', 'mistral-large-latest', 'mistral'],
  ['the OpenAI client with a model of no known vendor', 'openai', 'my-own', 'openai'],
  ['a gateway: the model decides', 'openrouter', 'qwen/qwen-max', 'alibaba'],
  ['a gateway with an unknown model', 'openrouter', 'acme/acme-1', 'openrouter'],
  ['a framework: the model decides', 'langchain', 'command-r', 'cohere'],
  ['a framework with an unknown model', 'langchain', 'acme-1', 'other'],
])('%s', (_case, name, model, expected) => {
  expect(named(name, model)).toBe(expected);
});

it('without a name, the model decides', () => {
  expect(named(undefined, 'qwen-max')).toBe('alibaba');
  expect(named(undefined, 'gpt-4o')).toBe('openai');
  expect(named(undefined, 'acme-1')).toBe('other');
  expect(named(undefined)).toBe('other');
});

it('a service that names itself is not a provider', () => {
  expect(named('checkout', 'qwen-max', 'checkout')).toBe('alibaba');
  expect(named('checkout', 'acme-1', 'Checkout')).toBe('other');
});

it('a name has at most 64 characters and no invisible ones', () => {
  expect(named(`a\u200b${'b'.repeat(100)}`)).toBe(`a${'b'.repeat(63)}`);
});

it('budgets and checks use the same names as stored calls', () => {
  const nameOf = providerNamer(FOUR);
  expect([
    nameOf('x_ai', null),
    nameOf('Acme AI', null),
    nameOf(null, 'qwen-max'),
    nameOf(null, 'acme-1'),
    nameOf(null, null),
  ]).toEqual(['xai', 'acme ai', 'alibaba', null, null]);
});
