// An agent that spells a name differently to evade a policy.
import { expect, it } from 'vitest';
import { openTestApp } from '#test/support/app';

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
  ];
  for (const provider of providers) await ask({ provider });
  for (const model of ['gpt-4o', 'Mistral-Large-2', 'mistral\u200b-large', ' mistral-large-latest'])
    await ask({ model });
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
