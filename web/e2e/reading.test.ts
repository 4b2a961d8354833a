// What is new in a step, the folded history, and the turns of a spoken run.
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { fixtureAt } from '../../server/test/support/fixture-at.ts';
import { makeAccount, type Account } from './account.ts';
import { expectAccessible, expectFits, shot, visit } from './browser.ts';

const PATIENCE = { timeout: 100_000 };
const NOW = Date.now();

const asks = (turn: number) => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id: `t${turn}`, function: { name: 'read_file', arguments: `{"path":"${turn}.ts"}` } }],
});
const answers = (turn: number) => ({
  role: 'tool',
  tool_call_id: `t${turn}`,
  content: `text of file ${turn}`,
});

let account: Account;
let voiceRun = '';
beforeAll(async () => {
  account = await makeAccount();
  const headers = { authorization: `Bearer ${account.apiKey}` };
  const url = inject('serviceUrl');
  const consent = await fetch(`${url}/v1/account/consents/plaintext-storage`, { method: 'PUT', headers });
  if (!consent.ok) throw new Error(await consent.text());
  await account.send(
    [0, 1, 2, 3].map((turn) => ({
      id: `turn-${turn}`,
      provider: 'openai',
      model: 'gpt-4o',
      timestamp: new Date(NOW - 60_000 + turn * 1_000).toISOString(),
      promptTokens: 900,
      completionTokens: 20,
      totalTokens: 920,
      costUsd: 0.003,
      latencyMs: 700,
      traceId: 'coding',
      spanId: `s${turn}`,
      requestMeta: {
        input: [
          { role: 'user', content: 'Fix the slow import' },
          ...Array.from({ length: turn }, (_, at) => [asks(at), answers(at)]).flat(),
        ],
        output: turn === 3 ? 'It read each file twice.' : [asks(turn)],
      },
    })),
  );
  await account.api('POST', '/otel/v1/traces', fixtureAt('livekit-agents/01', NOW - 120_000));
  const { traces } = (await account.api('POST', '/v1/query/traces', {})) as {
    traces: { traceId: string; name: string }[];
  };
  voiceRun = traces.find(({ name }) => name === 'agent_session')?.traceId ?? '';
}, 300_000);

describe('a step', () => {
  it('shows what is new in it, and the history when it is opened, on the page of the call and of the run', async () => {
    const { page, faults } = await visit('/calls/turn-3', { as: account });
    await page.getByText('It read each file twice.').waitFor(PATIENCE);
    await page.getByText('text of file 2').waitFor();
    expect(await page.getByText('Fix the slow import').count()).toBe(0);
    const fold = page.getByRole('button', { name: '6 earlier messages' });
    await fold.click();
    await page.getByText('Fix the slow import').waitFor(PATIENCE);
    expect(await page.getByText('text of file 1').count()).toBe(1);
    expect(await page.getByText('text of file 2').count()).toBe(1);
    await shot(page, 'step-open');
    await expectAccessible(page);
    await fold.click();
    await page.getByText('Fix the slow import').waitFor({ state: 'hidden' });
    // The page of a run asks for no content but that of the selected span.
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto('/traces/coding?span=turn-2');
    await page.getByRole('button', { name: '4 earlier messages' }).waitFor(PATIENCE);
    expect(asked).toContain('/v1/query/calls/turn-2/step');
    expect(asked).not.toContain('/v1/query/trace/coding');
    await page.getByRole('radio', { name: 'Log' }).click();
    const log = page.getByRole('region', { name: 'Messages in order' });
    await log.getByText('It read each file twice.').waitFor(PATIENCE);
    expect(await log.getByText('Fix the slow import').count()).toBe(1);
    expect(faults).toEqual([]);
  });
});

describe('a spoken run', () => {
  it('has its turns, the wait for the first sound and what interrupted it, also on a phone', async () => {
    const { page, faults } = await visit(`/traces/${voiceRun}`, { as: account });
    await page.getByRole('radio', { name: 'Voice' }).click(PATIENCE);
    const turns = page.getByRole('region', { name: 'Turns of the call' });
    await turns.getByText('Where is my order eleven eighty seven?', { exact: true }).waitFor(PATIENCE);
    await turns.getByText('Interrupted by “Stop, that is the wrong street.”').waitFor();
    expect(await turns.getByText(/First sound after/).count()).toBe(4);
    await shot(page, 'voice-light');
    await expectAccessible(page);
    await turns.getByRole('button', { name: 'Agent', exact: true }).first().click();
    await page.getByRole('heading', { name: 'agent_turn' }).waitFor(PATIENCE);
    expect(faults).toEqual([]);
    const phone = { as: account, width: 390, height: 844, theme: 'dark' } as const;
    const small = await visit(`/traces/${voiceRun}?view=voice`, phone);
    await small.page.getByText('Where is my order eleven eighty seven?', { exact: true }).waitFor(PATIENCE);
    await shot(small.page, 'voice-390-dark');
    await expectFits(small.page);
    await expectAccessible(small.page);
  });
});
