import { context } from '@opentelemetry/api';
import { describe, expect, it } from 'vitest';
import { tracewell } from '../client.ts';
import { ensureContextManager, inheritedAttributes } from './context.ts';
import { newGate } from './gate.ts';

const allowed = {
  decision: 'allow',
  reasons: [],
  budgets: [],
  approvalId: null,
  gateCheckId: 'gch_1',
  hold: { amountUsd: 1, expiresAt: '2026-11-15T12:02:00.000Z' },
};
const asks = {
  ...allowed,
  decision: 'require_approval',
  reasons: [{ message: 'Nothing is deleted unasked.' }],
  approvalId: 'apr_1',
  hold: null,
};

/** A gate that gives its answers in order, one list for each path. */
function gateOf(answers: { checks?: unknown[]; approvals?: string[]; status?: number }) {
  const asked: [path: string, body: unknown][] = [];
  const errors: string[] = [];
  const client = tracewell({
    url: 'http://service.example',
    retry: false,
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url);
      const text = await request.text();
      asked.push([pathname + search, text === '' ? null : JSON.parse(text)]);
      if (answers.status !== undefined) {
        if (answers.status === 0) throw new TypeError('fetch failed');
        return Response.json({ error: 'No.', reason: 'no' }, { status: answers.status });
      }
      if (pathname === '/v1/gate/check') return Response.json(answers.checks?.shift());
      if (pathname.endsWith('/release')) return Response.json({ gateCheckId: 'gch_1', releasedUsd: 1 });
      return Response.json({ id: 'apr_1', status: answers.approvals?.shift() });
    },
  });
  ensureContextManager();
  const paths = () => asked.map(([path]) => path);
  return { gate: newGate(client, (error) => errors.push(error.message)), asked, paths, errors };
}

const step = { provider: 'openai', model: 'gpt-4o', estimatedCostUsd: 1 };
const checkIdInside = () => inheritedAttributes(context.active())['tracewell.gate_check_id'];

describe('gate.run', () => {
  it('holds, and gives the calls inside the id that settles the hold', async () => {
    const { gate, asked } = gateOf({ checks: [allowed] });
    const id = await gate.run(step, async () => {
      await Promise.resolve();
      return checkIdInside();
    });
    expect(id).toBe('gch_1');
    expect(asked).toEqual([['/v1/gate/check', { ...step, holdSeconds: 300 }]]);
  });

  it('checks without a hold with a key that may only read, so that a refusal still stops the step', async () => {
    const bodies: unknown[] = [];
    const client = tracewell({
      url: 'http://service.example',
      retry: false,
      fetch: async (request) => {
        const body = (await request.json()) as { holdSeconds: number | null };
        bodies.push(body.holdSeconds);
        if (body.holdSeconds !== null)
          return Response.json({ error: 'No.', reason: 'insufficient_scope' }, { status: 403 });
        return Response.json({ ...allowed, decision: 'deny', hold: null });
      },
    });
    ensureContextManager();
    const errors: Error[] = [];
    const gate = newGate(client, (error) => errors.push(error));
    await expect(gate.run(step, () => 'taken')).rejects.toMatchObject({ name: 'GateDenied' });
    expect([bodies, errors.length]).toEqual([[300, null], 1]);
  });

  it('releases the hold if the step fails, and passes the error on', async () => {
    const { gate, paths } = gateOf({ checks: [allowed] });
    const fault = new Error('The model is away.');
    await expect(gate.run(step, () => Promise.reject(fault))).rejects.toBe(fault);
    await expect.poll(paths).toEqual(['/v1/gate/check', '/v1/gate/checks/gch_1/release']);
  });

  it('releases the hold of a tool, which makes no call', async () => {
    const { gate, paths } = gateOf({ checks: [allowed] });
    expect(await gate.run({ tool: 'search', estimatedCostUsd: 1 }, () => 'found')).toBe('found');
    await expect.poll(paths).toContain('/v1/gate/checks/gch_1/release');
  });

  it('does not take a step that is denied', async () => {
    const reasons = [{ message: 'The budget is used up.' }];
    const { gate } = gateOf({ checks: [{ ...allowed, decision: 'deny', reasons, hold: null }] });
    let taken = false;
    const run = gate.run(step, () => {
      taken = true;
    });
    await expect(run).rejects.toMatchObject({
      name: 'GateDenied',
      message: 'The budget is used up.',
      reasons,
    });
    expect(taken).toBe(false);
  });

  it('waits for a person, and asks again with the approval', async () => {
    const { gate, asked, paths } = gateOf({ checks: [asks, allowed], approvals: ['pending', 'approved'] });
    expect(await gate.run(step, () => 'done')).toBe('done');
    expect(paths()).toEqual([
      '/v1/gate/check',
      '/v1/gate/approvals/apr_1?wait=20',
      '/v1/gate/approvals/apr_1?wait=20',
      '/v1/gate/check',
    ]);
    expect(asked.at(-1)?.[1]).toMatchObject({ approvalId: 'apr_1' });
  });

  it('says who refused: the person, or the clock', async () => {
    const run = (approvals: string[], approvalTimeoutMs: number) =>
      gateOf({ checks: [asks], approvals }).gate.run(step, () => {}, { approvalTimeoutMs });
    await expect(run(['denied'], 60_000)).rejects.toMatchObject({ approval: 'denied', approvalId: 'apr_1' });
    await expect(run(['pending', 'pending'], 0)).rejects.toMatchObject({ approval: 'pending' });
    const refused = gateOf({ checks: [asks] }).gate.run(step, () => {}, { approval: 'refuse' });
    await expect(refused).rejects.toMatchObject({ message: 'Nothing is deleted unasked.', approval: null });
  });

  it('stops waiting when the program does', async () => {
    const { gate } = gateOf({ checks: [asks], approvals: ['pending'] });
    const signal = AbortSignal.abort(new Error('Stopped.'));
    await expect(gate.run(step, () => {}, { signal })).rejects.toThrow('Stopped.');
  });
});

describe('without an answer', () => {
  it.each([0, 401, 503])('(%i) the program decides', async (status) => {
    const { gate, errors } = gateOf({ status });
    expect(await gate.check(step)).toMatchObject({
      decision: 'allow',
      isUnavailable: true,
      gateCheckId: null,
    });
    expect(await gate.run(step, () => 'done')).toBe('done');
    const strict = gate.run(step, () => 'done', { onUnavailable: 'deny' });
    await expect(strict).rejects.toMatchObject({ name: 'GateDenied', message: 'The gate did not answer.' });
    expect(errors).toHaveLength(3);
  });
});
