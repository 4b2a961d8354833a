// 10 budgets that all count the step, and 50 policies of which none ends the search.
export const STEP = {
  provider: 'openai',
  model: 'gpt-4o-mini-2024-07-18',
  tool: 'search_documents',
  estimatedCostUsd: 0.001,
  estimatedTokens: 1_500,
  tags: { env: 'prod', team: 'search', tenant: 't-1042', release: '2026.11.2' },
  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
};

export const BUDGETS = Array.from({ length: 10 }, (_, at) => ({
  name: `Budget ${at}`,
  limitUsd: 1_000_000,
  period: (['day', 'week', 'month'] as const)[at % 3] ?? 'day',
  scope:
    [{}, { provider: 'openai' }, { model: 'gpt-4*' }, { tags: { env: 'prod', team: 'search' } }][at % 4] ??
    {},
}));

export const POLICIES = Array.from({ length: 50 }, (_, at) => ({
  name: `Policy ${at}`,
  effect: 'deny' as const,
  priority: at,
  match:
    [
      { models: [`claude-${at}*`, 'mistral-*-large?'], tools: ['*'] },
      { tools: [`delete_*_${at}`, 'drop_*', '*_forever'] },
      { providers: ['openai'], tags: { env: 'prod', tenant: `t-${at}` } },
      { providers: ['google', 'anthropic'] },
      { models: ['gpt-4*'], tools: [`*admin*${at}`] },
    ][at % 5] ?? {},
}));
