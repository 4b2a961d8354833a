// An agent that spells a name differently to evade a policy.
import { expect, it } from 'vitest';
import { openTestApp } from '#test/support/app';
import { exportOf, inference } from '#test/support/sample-spans';

it('a policy that denies a provider, a model or a tool applies to every spelling of it', async () => {
  const app = await openTestApp();
  const account = await app.account();
  const deny = (match: object) =>
    account.call('POST', '/v1/gate/policies', { name: JSON.stringify(match), effect: 'deny', match });
  await deny({ providers: ['openai'] });
  await deny({ models: ['mistral-large*'] });
  await deny({ tools: ['wire-transfer'] });
  const decisions: Record<string, string> = {};
  const ask = async (check: object) => {
    const reply = await account.call('POST', '/v1/gate/check', check);
    decisions[JSON.stringify(check)] = reply.json().decision;
  };
  const providers = [
    'openai',
    'OpenAI',
    ' openai',
    'openai ',
    'azure.ai.openai',
    'openai\u200b',
    '\u2060open\u00adai',
    'ＯｐｅｎＡＩ',
    // Letters of other scripts: Cyrillic, Greek, mathematical ones, with an accent.
    '\u043epenai',
    '\u041e\u0420\u0415N\u0410\u0406',
    '\u03bfpen\u03b1\u03b9',
    '\u{1d5c8}penai',
    'o\u0301penai',
    'open-ai',
    'Open_AI',
    'open ai',
    'OPEN\u2011AI',
    '\u043epen.\u0430i',
  ];
  for (const provider of providers) await ask({ provider });
  await deny({ models: ['Claude-Opus-4.5'] });
  await deny({ providers: ['acme-llm'] });
  for (const provider of ['acme-llm', 'Acme_LLM', 'acmellm', '\u0430cme-llm']) await ask({ provider });
  const models = ['gpt-4o', 'Mistral-Large-2', 'mistral\u200b-large', ' mistral-large-latest'];
  models.push(
    'm\u0456stral-l\u0430rge',
    'mistral\u2011large-2',
    'claude-opus-4-5',
    'claude_opus_4.5',
    '\u0441laudeopus4.5',
  );
  for (const model of models) await ask({ model });
  for (const tool of ['wire-transfer', 'Wire-Transfer', 'wire\u200d-transfer', 'wire-transfer '])
    await ask({ tool });
  expect(Object.entries(decisions).filter(([, decision]) => decision !== 'deny')).toEqual([]);
  const harmless = await account.call('POST', '/v1/gate/check', {
    provider: 'anthropic',
    model: 'claude-sonnet-4',
    tool: 'search',
  });
  expect(harmless.json().decision).toBe('allow');
});

it('names of other models are not taken for one another', async () => {
  const account = await (await openTestApp()).account();
  const policy = (effect: string, priority: number, match: object) =>
    account.call('POST', '/v1/gate/policies', { name: effect + priority, effect, priority, match });
  await policy('deny', 1, { models: ['gpt-4-*', 'яндекс-1'] });
  await policy('allow', 2, { models: ['gpt-4.1-mini', 'gpt-4o', 'gpt-4-turbo'] });
  await policy('deny', 3, { models: ['*'] });
  const decisionOf = async (model: string) =>
    (await account.call('POST', '/v1/gate/check', { model })).json().decision;
  expect(await decisionOf('gpt-4o')).toBe('allow');
  expect(await decisionOf('gpt-4.1-mini')).toBe('allow');
  // An allowed name is the name itself.
  for (const model of ['gpt-4-turbo', 'gpt-4-1-mini', 'gpt4o', 'яндекс-1', 'яндекс-2'])
    expect([model, await decisionOf(model)]).toEqual([model, 'deny']);
});

it('a call whose vendor is spelled with look-alikes counts as of the vendor', async () => {
  const account = await (await openTestApp()).account();
  for (const name of ['\u043epenai', 'open-ai', 'Open_AI']) {
    const body = exportOf([inference({ 'gen_ai.provider.name': name })]);
    expect((await account.call('POST', '/otel/v1/traces', body)).statusCode).toBe(200);
  }
  const { records } = (await account.call('POST', '/v1/query/calls', {})).json();
  expect(records.map(({ provider }: { provider: string }) => provider)).toEqual([
    'openai',
    'openai',
    'openai',
  ]);
});
